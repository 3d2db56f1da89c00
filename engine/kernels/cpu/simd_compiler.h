#pragma once

// What the vector code asks of the compiler beyond the language.
//
// STRATA_INLINE         a function that must melt into its caller, so that its vectors stay in registers
// STRATA_INLINE_LAMBDA  the same for a lambda; stands after its parameter list
// STRATA_UNROLL         unrolls the loop with a constant trip count that follows

#if defined(_MSC_VER) && !defined(__clang__)
#define STRATA_INLINE __forceinline
#define STRATA_INLINE_LAMBDA [[msvc::forceinline]]
#define STRATA_UNROLL
#else
#define STRATA_INLINE inline __attribute__((always_inline))
#define STRATA_INLINE_LAMBDA __attribute__((always_inline))
#if defined(__clang__)
#define STRATA_UNROLL _Pragma("clang loop unroll(full)")
#else
#define STRATA_UNROLL _Pragma("GCC unroll 16")
#endif
#endif
