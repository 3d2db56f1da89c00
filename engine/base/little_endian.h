#pragma once

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>

namespace strata {

/// Reads an integer of T's size from unaligned little-endian bytes. Compilers make one load of it.
template <std::unsigned_integral T>
T load_little_endian(const void* from) {
    const auto* bytes = static_cast<const std::uint8_t*>(from);
    T value = 0;
    for (std::size_t i = 0; i < sizeof(T); ++i) {
        value = static_cast<T>(value | static_cast<T>(bytes[i]) << (8 * i));
    }
    return value;
}

/// Writes an integer of T's size as unaligned little-endian bytes.
template <std::unsigned_integral T>
void store_little_endian(void* to, T value) {
    auto* bytes = static_cast<std::uint8_t*>(to);
    for (std::size_t i = 0; i < sizeof(T); ++i) {
        bytes[i] = static_cast<std::uint8_t>(value >> (8 * i));
    }
}

}  // namespace strata
