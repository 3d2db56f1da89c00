#include "state/model_digest.h"

#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include "base/error.h"

namespace strata {
namespace {

constexpr std::uint64_t kEnds = std::uint64_t{1} << 20;

}  // namespace

Result<std::string> model_digest(const GgufFile& file) {
    struct Free {
        void operator()(XXH3_state_t* state) const noexcept { XXH3_freeState(state); }
    };
    const std::unique_ptr<XXH3_state_t, Free> digest(XXH3_createState());
    XXH3_128bits_reset(digest.get());
    std::vector<std::byte> part;
    for (std::size_t shard = 0; shard < file.shard_count(); ++shard) {
        const std::uint64_t size = file.shard_bytes(shard);
        XXH3_128bits_update(digest.get(), &size, sizeof size);
        for (const std::uint64_t begin : {std::uint64_t{0}, size - std::min(size, kEnds)}) {
            part.resize(std::min(size - begin, kEnds));
            STRATA_CHECK(file.read_shard(shard, begin, part));
            XXH3_128bits_update(digest.get(), part.data(), part.size());
        }
    }
    const XXH128_hash_t hash = XXH3_128bits_digest(digest.get());
    return fmt::format("{:016x}{:016x}", hash.high64, hash.low64);
}

}  // namespace strata
