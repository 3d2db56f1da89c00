#pragma once

#include <cstddef>
#include <span>

#include "strata/result.h"
#include "strata/sha256.h"

namespace strata {

Sha256 sha256(std::span<const std::byte> bytes);
/// Only who knows the key can make it.
Sha256 hmac_sha256(std::span<const std::byte> key, std::span<const std::byte> bytes);
/// Compares without telling by its time where two digests part.
bool equal_digests(const Sha256& left, const Sha256& right);

/// Bytes that nobody can guess. Errors: io_error.
Result<void> fill_with_secret(std::span<std::byte> out);

}  // namespace strata
