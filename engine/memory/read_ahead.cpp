#include "memory/read_ahead.h"

#include <algorithm>

#include "base/mapped_file.h"

namespace strata {
namespace {

/// Large enough for a disk's full speed, small enough that an urgent read waits a few milliseconds at most.
constexpr std::size_t kPiece = std::size_t{8} << 20;

}  // namespace

std::vector<IoThreads::Job> jobs_to_populate(const MappedParts& parts) {
    std::vector<IoThreads::Job> jobs;
    for (std::span<const std::byte> part : parts) {
        while (!part.empty()) {
            const auto piece = part.first(std::min(kPiece, part.size()));
            part = part.subspan(piece.size());
            jobs.emplace_back([piece](IoBuffer&) { MappedFile::populate(piece); });
        }
    }
    return jobs;
}

}  // namespace strata
