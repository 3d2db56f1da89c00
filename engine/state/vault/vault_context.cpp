#include "state/vault/vault_context.h"

#include "base/little_endian.h"
#include "state/vault/byte_writer.h"

namespace strata {

PartOwner VaultContext::owner(const Sha256& conversation) const {
    constexpr std::string_view kPurpose = "seed of the digests of ";
    ByteWriter text;
    text.raw(std::as_bytes(std::span(kPurpose)));
    text.raw(conversation);
    const Sha256 seed = hmac_sha256(rules.secret, text.bytes());
    return {conversation, rules.fingerprint, load_little_endian<std::uint64_t>(seed.data())};
}

PartLayout VaultContext::layout(const PageFile& file) const {
    return {PartKind::pages, file.number, file.first_page, file.written, page_bytes};
}

PartLayout VaultContext::layout(PartKind kind, const StoredState& state) const {
    return {kind, state.number, 0, 1, state_bytes};
}

std::uint64_t VaultContext::part_bytes(const Manifest& manifest) const {
    std::uint64_t bytes = 0;
    for (const PageFile& file : manifest.files) {
        bytes += layout(file).length(file.used);
    }
    const std::uint64_t states = manifest.checkpoints.size() + (manifest.live ? 1 : 0);
    return bytes + states * PartLayout{PartKind::live, 0, 0, 1, state_bytes}.length(1);
}

Sha256 digest_of_id(const ConversationId& id) {
    return sha256(std::as_bytes(std::span(id)));
}

}  // namespace strata
