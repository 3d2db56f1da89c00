#pragma once

#include <atomic>
#include <cstdint>
#include <memory>

#include "app/engine_worker.h"

namespace strata::app {

/// Reads a model's file from its beginning to its end before it is loaded, if it fits into the memory that is free: the
/// engine maps the file, and the first answer would else wait for the disk piece by piece. That is also what loading
/// truly is, in bytes, so it can be shown and cancelled.
class ReadAhead {
public:
    struct Bytes {
        std::uint64_t done = 0;
        std::uint64_t total = 0;  ///< 0: nothing is being read

        bool operator==(const Bytes&) const = default;
    };

    ReadAhead();

    /// Reads ahead and then loads. May outlive this.
    EngineLoader around(EngineLoader loader) const;
    /// How far the reading is. Any thread.
    Bytes bytes() const;

    /// Whether a file of this size is read ahead when so much memory is free.
    static bool fits(std::uint64_t file_bytes, std::uint64_t free_bytes);

private:
    /// Written by the engine thread, read by the window's; each number stands for itself, so relaxed.
    struct Counters {
        std::atomic<std::uint64_t> done{0}, total{0};
    };
    std::shared_ptr<Counters> counters_;
};

}  // namespace strata::app
