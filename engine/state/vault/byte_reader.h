#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/little_endian.h"

namespace strata {

/// Takes values out of bytes that nobody vouches for, in the order in which ByteWriter put them in.
///
/// Once a value does not fit what is left or its limit, the reader has failed: everything after it is zero or empty. So
/// callers check once, at the end, and never allocate more than the bytes at hand could fill.
class ByteReader {
public:
    explicit ByteReader(std::span<const std::byte> bytes) : left_(bytes) {}

    template <std::unsigned_integral T>
    T number() {
        const std::span<const std::byte> bytes = raw(sizeof(T));
        return bytes.empty() ? T{0} : load_little_endian<T>(bytes.data());
    }
    template <std::signed_integral T>
    T number() {
        return static_cast<T>(number<std::make_unsigned_t<T>>());
    }
    /// The next `size` bytes; empty if there are not so many.
    std::span<const std::byte> raw(std::size_t size) {
        if (size > left_.size()) {
            fail();
            return {};
        }
        const std::span<const std::byte> bytes = left_.first(size);
        left_ = left_.subspan(size);
        return bytes;
    }
    template <std::size_t Size>
    void fill(std::array<std::byte, Size>& out) {
        const std::span<const std::byte> bytes = raw(Size);
        std::copy(bytes.begin(), bytes.end(), out.begin());
    }
    std::string text(std::size_t most) {
        const auto size = number<std::uint32_t>();
        if (size > most) {
            fail();
            return {};
        }
        const std::span<const std::byte> bytes = raw(size);
        return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
    }
    /// 32-bit integers.
    template <std::integral T>
    std::vector<T> list() {
        static_assert(sizeof(T) == 4);
        const std::size_t size = count(sizeof(T));
        std::vector<T> values(size);
        for (T& value : values) {
            value = number<T>();
        }
        return values;
    }
    /// How many things follow that take at least `each` bytes; 0 if there is no room for so many.
    std::size_t count(std::size_t each) {
        const auto size = number<std::uint64_t>();
        if (size > left_.size() / each) {
            fail();
            return 0;
        }
        return static_cast<std::size_t>(size);
    }

    void fail() {
        failed_ = true;
        left_ = {};
    }
    bool failed() const { return failed_; }
    /// Whether everything fitted and nothing is left.
    bool complete() const { return !failed_ && left_.empty(); }

private:
    std::span<const std::byte> left_;
    bool failed_ = false;
};

}  // namespace strata
