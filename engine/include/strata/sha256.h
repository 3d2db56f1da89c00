#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <string>

namespace strata {

/// A SHA-256 digest, or 32 bytes of a secret.
using Sha256 = std::array<std::byte, 32>;

/// 64 lower-case hexadecimal digits.
std::string hex_text(const Sha256& digest);

/// SHA-256 of bytes that come piece by piece, at the speed of the system's own implementation. One thread at a time.
class Sha256Stream {
public:
    Sha256Stream();
    Sha256Stream(Sha256Stream&& other) noexcept;
    Sha256Stream& operator=(Sha256Stream&& other) noexcept;
    ~Sha256Stream();

    void add(std::span<const std::byte> bytes);
    /// The digest of all that was added; the next byte begins a new one.
    Sha256 finish();

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace strata
