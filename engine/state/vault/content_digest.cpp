#include "state/vault/content_digest.h"

#include <xxhash.h>

namespace strata {

ContentDigest digest_content(std::span<const std::byte> bytes, std::uint64_t seed) {
    const XXH128_hash_t hash = XXH3_128bits_withSeed(bytes.data(), bytes.size(), seed);
    return {hash.low64, hash.high64};
}

}  // namespace strata
