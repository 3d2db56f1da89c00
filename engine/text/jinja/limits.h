#pragma once

#include <cstddef>
#include <cstdint>

/// What a chat template may use. A template comes with a model file and is not trusted: without these it could fill the
/// memory, run for ever or overflow the stack.
namespace strata::jinja {

inline constexpr std::size_t kMaxTemplateBytes = std::size_t{1} << 20;
inline constexpr std::size_t kMaxTokens = 250'000;  ///< bounds the syntax tree: a real template has some thousands

inline constexpr int kMaxBlockDepth = 100;         ///< statements inside statements
inline constexpr int kMaxExpressionDepth = 200;    ///< operators inside operators; a chain of n additions counts n
inline constexpr std::size_t kMaxArguments = 100;  ///< of one call; a filter may hand the rest of them to another one
inline constexpr int kMaxEvaluationDepth = 500;    ///< statements and expressions under way at once, macros included
inline constexpr int kMaxMacroDepth = 64;          ///< macros calling macros
inline constexpr int kMaxValueDepth = 100;         ///< lists inside lists, in variables and in the template

/// A step is one node evaluated, one item made or visited, or kWorkBytesPerStep bytes searched or compared.
inline constexpr std::uint64_t kBaseSteps = 1'000'000;
inline constexpr std::uint64_t kStepsPerInputByte = 4;
inline constexpr std::uint64_t kWorkBytesPerStep = 1024;

/// Bytes of all texts made during one rendering, together: bounds its memory.
inline constexpr std::uint64_t kBaseTextBytes = std::uint64_t{64} << 20;
inline constexpr std::uint64_t kTextBytesPerInputByte = 128;

inline constexpr std::size_t kMaxTextBytes = std::size_t{64} << 20;  ///< of one text, the output included
inline constexpr std::size_t kBaseOutputBytes = std::size_t{1} << 20;
inline constexpr std::size_t kOutputBytesPerInputByte = 4;

inline constexpr std::size_t kMaxErrorBytes = 400;  ///< of what an error quotes from the template or the input

}  // namespace strata::jinja
