#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "base/uncached_file.h"
#include "gguf/gguf_file.h"
#include "memory/expert_layout.h"
#include "memory/io_threads.h"
#include "strata/result.h"

namespace strata {

/// The files of a model, opened for reading experts past the system's file cache. Any number of threads.
class ExpertFiles {
public:
    static Result<ExpertFiles> open(const GgufFile& file);

    /// Reads a range to `target`, which lies in memory as UncachedFile::read wants it.
    Result<void> read_in_place(const FileRange& range, std::byte* target) const;

    /// A piece of a range that is read as a whole, and where it goes.
    struct Copy {
        FileRange range;
        std::byte* target = nullptr;
    };
    /// Reads from the beginning of the first copy to the end of the last one and hands out the pieces. copies: of one
    /// shard, ascending.
    Result<void> read_together(std::span<const Copy> copies, IoBuffer& buffer) const;

    const UncachedFile& shard(std::size_t index) const { return shards_[index]; }

private:
    std::vector<UncachedFile> shards_;
};

}  // namespace strata
