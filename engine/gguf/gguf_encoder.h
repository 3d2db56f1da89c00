#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "base/little_endian.h"
#include "gguf/gguf_file.h"

namespace strata {

/// Collects header bytes: little-endian numbers, strings with their length in front, typed values.
class GgufEncoder {
public:
    template <std::unsigned_integral T>
    void number(T value) {
        std::array<std::byte, sizeof(T)> encoded{};
        store_little_endian(encoded.data(), value);
        append(encoded);
    }

    void string(std::string_view text);

    /// A value's type id and the value; false if it is not one of its type, or does not fit it.
    bool value(const GgufValue& value);

    void append(std::span<const std::byte> encoded);

    std::span<const std::byte> bytes() const { return bytes_; }

private:
    bool scalar(const GgufValue& value);
    bool array(const GgufValue& value);
    bool strings(const GgufValue& value);

    std::vector<std::byte> bytes_;
};

}  // namespace strata
