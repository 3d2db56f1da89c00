#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/little_endian.h"

namespace strata {

/// Puts values into bytes one after the other: integers little-endian, texts and lists with their length in front.
class ByteWriter {
public:
    template <std::unsigned_integral T>
    void number(T value) {
        std::byte bytes[sizeof(T)];
        store_little_endian(bytes, value);
        raw(bytes);
    }
    template <std::signed_integral T>
    void number(T value) {
        number(static_cast<std::make_unsigned_t<T>>(value));
    }
    void raw(std::span<const std::byte> bytes) { bytes_.insert(bytes_.end(), bytes.begin(), bytes.end()); }
    void text(std::string_view text) {
        number(static_cast<std::uint32_t>(text.size()));
        raw(std::as_bytes(std::span(text)));
    }
    /// 32-bit integers.
    template <std::integral T>
    void list(const std::vector<T>& values) {
        static_assert(sizeof(T) == 4);
        number(static_cast<std::uint64_t>(values.size()));
        for (const T value : values) {
            number(value);
        }
    }

    std::size_t size() const { return bytes_.size(); }
    const std::vector<std::byte>& bytes() const { return bytes_; }
    std::vector<std::byte> take() { return std::move(bytes_); }

private:
    std::vector<std::byte> bytes_;
};

}  // namespace strata
