#pragma once

#include <cstddef>
#include <cstdint>

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

}  // namespace strata
