#include "state/vault/fingerprint.h"

namespace strata {

void put_settings(ByteWriter& out, const VaultIdentity& identity) {
    out.text(identity.backend);
    const KvGeometry& kv = identity.kv;
    for (const std::size_t value : {kv.layers, kv.heads, kv.size, kv.indexer_size, kv.indexer_block}) {
        out.number(static_cast<std::uint64_t>(value));
    }
    out.number(static_cast<std::uint32_t>(kv.type));
    const RunningGeometry& running = identity.running;
    for (const std::size_t value :
         {running.recurrent_layers, running.value_heads, running.value_size, running.key_size, running.conv_rows,
          running.conv_channels, running.indexer_layers, running.indexer_block, running.indexer_size,
          running.ngram_rows, running.ngram_channels, running.ngram_ids}) {
        out.number(static_cast<std::uint64_t>(value));
    }
}

Sha256 fingerprint_of(const VaultIdentity& identity) {
    ByteWriter all;
    all.number(kVaultFormat);
    all.number(kStateFormat);
    all.text(identity.model);
    put_settings(all, identity);
    return sha256(all.bytes());
}

}  // namespace strata
