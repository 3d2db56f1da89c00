#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace strata {

/// Ids of metadata value types, as files store them. (An enum without a class: the id of a value from a file may be
/// any.)
enum GgufValueType : std::uint32_t {
    kGgufU8 = 0,
    kGgufI8 = 1,
    kGgufU16 = 2,
    kGgufI16 = 3,
    kGgufU32 = 4,
    kGgufI32 = 5,
    kGgufF32 = 6,
    kGgufBool = 7,
    kGgufString = 8,
    kGgufArray = 9,
    kGgufU64 = 10,
    kGgufI64 = 11,
    kGgufF64 = 12,
};

/// Bytes of a number or bool in the file; 0 for strings, arrays and unknown ids.
constexpr std::size_t gguf_scalar_bytes(std::uint32_t type) {
    switch (type) {
        case kGgufU8:
        case kGgufI8:
        case kGgufBool:
            return 1;
        case kGgufU16:
        case kGgufI16:
            return 2;
        case kGgufU32:
        case kGgufI32:
        case kGgufF32:
            return 4;
        case kGgufU64:
        case kGgufI64:
        case kGgufF64:
            return 8;
        default:
            return 0;
    }
}

/// How GgufValue holds what a file stores as a number or bool of type Stored.
template <class Stored>
using Widened =
    std::conditional_t<std::is_same_v<Stored, bool>, bool,
                       std::conditional_t<std::is_floating_point_v<Stored>, double,
                                          std::conditional_t<std::is_signed_v<Stored>, std::int64_t, std::uint64_t>>>;

/// Calls `use` with a null pointer of the type that the id of a number or bool stands for.
template <class Use>
auto with_stored_type(std::uint32_t type, Use use) {
    switch (type) {
        case kGgufU8:
            return use(static_cast<std::uint8_t*>(nullptr));
        case kGgufI8:
            return use(static_cast<std::int8_t*>(nullptr));
        case kGgufU16:
            return use(static_cast<std::uint16_t*>(nullptr));
        case kGgufI16:
            return use(static_cast<std::int16_t*>(nullptr));
        case kGgufU32:
            return use(static_cast<std::uint32_t*>(nullptr));
        case kGgufI32:
            return use(static_cast<std::int32_t*>(nullptr));
        case kGgufF32:
            return use(static_cast<float*>(nullptr));
        case kGgufU64:
            return use(static_cast<std::uint64_t*>(nullptr));
        case kGgufI64:
            return use(static_cast<std::int64_t*>(nullptr));
        case kGgufF64:
            return use(static_cast<double*>(nullptr));
        default:
            return use(static_cast<bool*>(nullptr));
    }
}

}  // namespace strata
