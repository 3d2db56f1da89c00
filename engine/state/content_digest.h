#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

struct XXH3_state_s;

namespace strata {

/// XXH3 of 128 bits, low word first.
using ContentDigest = std::array<std::uint64_t, 2>;

/// With a seed that only this installation knows it also tells what others have written.
ContentDigest digest_content(std::span<const std::byte> bytes, std::uint64_t seed);

/// The digest, without a seed, of bytes that come one after another.
class ContentDigestStream {
public:
    ContentDigestStream();

    void add(std::span<const std::byte> bytes);
    template <class T>
    void add_values(std::span<const T> values) {
        add(std::as_bytes(values));
    }
    /// Of all bytes so far, as 32 hexadecimal digits, high word first.
    std::string text() const;

private:
    struct Free {
        void operator()(XXH3_state_s* state) const noexcept;
    };
    std::unique_ptr<XXH3_state_s, Free> state_;
};

}  // namespace strata
