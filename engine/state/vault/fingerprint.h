#pragma once

#include <cstddef>
#include <cstdint>

#include "base/digest.h"
#include "state/conversation_vault.h"
#include "state/vault/byte_writer.h"

namespace strata {

/// Of the layout of the files. Changed whenever a byte of docs/formats/conversation.md moves.
inline constexpr std::uint32_t kVaultFormat = 1;
/// Of what the bytes of pages and running states mean. Changed whenever KvCache or RunningState arrange theirs
/// otherwise.
inline constexpr std::uint32_t kStateFormat = 1;

/// Backend and geometry in the order of the format.
void put_settings(ByteWriter& out, const VaultIdentity& identity);

/// Stands for everything that a state must share with the session that takes it: formats, model, backend, geometry.
Sha256 fingerprint_of(const VaultIdentity& identity);

}  // namespace strata
