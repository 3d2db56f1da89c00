#include "state/model_digest.h"

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "base/error.h"
#include "state/content_digest.h"

namespace strata {
namespace {

constexpr std::uint64_t kEnds = std::uint64_t{1} << 20;

}  // namespace

Result<std::string> model_digest(const GgufFile& file) {
    ContentDigestStream digest;
    std::vector<std::byte> part;
    for (std::size_t shard = 0; shard < file.shard_count(); ++shard) {
        const std::uint64_t size = file.shard_bytes(shard);
        digest.add_values(std::span(&size, 1));
        for (const std::uint64_t begin : {std::uint64_t{0}, size - std::min(size, kEnds)}) {
            part.resize(std::min(size - begin, kEnds));
            STRATA_CHECK(file.read_shard(shard, begin, part));
            digest.add(part);
        }
    }
    return digest.text();
}

}  // namespace strata
