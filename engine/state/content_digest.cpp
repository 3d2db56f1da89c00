#include "state/content_digest.h"

#include <fmt/format.h>
#include <xxhash.h>

namespace strata {

ContentDigest digest_content(std::span<const std::byte> bytes, std::uint64_t seed) {
    const XXH128_hash_t hash = XXH3_128bits_withSeed(bytes.data(), bytes.size(), seed);
    return {hash.low64, hash.high64};
}

ContentDigestStream::ContentDigestStream() : state_(XXH3_createState()) {
    XXH3_128bits_reset(state_.get());
}

void ContentDigestStream::add(std::span<const std::byte> bytes) {
    XXH3_128bits_update(state_.get(), bytes.data(), bytes.size());
}

std::string ContentDigestStream::text() const {
    const XXH128_hash_t hash = XXH3_128bits_digest(state_.get());
    return fmt::format("{:016x}{:016x}", hash.high64, hash.low64);
}

void ContentDigestStream::Free::operator()(XXH3_state_s* state) const noexcept {
    XXH3_freeState(state);
}

}  // namespace strata
