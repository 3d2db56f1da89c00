#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "strata/result.h"

namespace strata {

/// A SHA-256 digest, or 32 bytes of a secret.
using Sha256 = std::array<std::byte, 32>;

Sha256 sha256(std::span<const std::byte> bytes);
/// Only who knows the key can make it.
Sha256 hmac_sha256(std::span<const std::byte> key, std::span<const std::byte> bytes);
/// Compares without telling by its time where two digests part.
bool equal_digests(const Sha256& left, const Sha256& right);

/// Bytes that nobody can guess. Errors: io_error.
Result<void> fill_with_secret(std::span<std::byte> out);

/// 64 lower-case hexadecimal digits.
std::string hex_text(const Sha256& digest);

}  // namespace strata
