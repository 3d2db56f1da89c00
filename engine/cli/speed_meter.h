#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "model/loaded_model.h"
#include "state/sequence_state.h"
#include "strata/result.h"

namespace strata::cli {

/// Runs made-up tokens through a model's own forward pass and takes the time.
///
/// What was read before is made up as well: cells of random keys and values cost the same to attend to as those of a
/// text, and more than a text whose chosen blocks lie together.
class SpeedMeter {
public:
    struct Measure {
        double seconds = 0.0;
        double expert_seconds = 0.0;  ///< of them in routed experts
        double bytes = 0.0;           ///< of weights that were read
    };

    static Result<SpeedMeter> create(LoadedModel loaded, KvType type);

    const LoadedModel& loaded() const { return loaded_; }

    /// Runs `tokens` behind `context` others, rounded down to whole blocks of the indexer, in windows of `rows`.
    Result<Measure> run(std::size_t context, std::size_t tokens, std::size_t rows, LogitRows which);
    /// From the start of reading `tokens` behind `context` tokens to the first logits, as a request does it: all but
    /// the last in chunks, then a window of one.
    Result<Measure> first_token(std::size_t context, std::size_t tokens);

private:
    SpeedMeter(LoadedModel loaded, SequenceState sequence)
        : loaded_(std::move(loaded)), sequence_(std::move(sequence)) {}

    Result<void> stand_at(std::size_t context);
    Result<void> fill_cells(std::size_t end);
    void fill_page(std::size_t page, std::vector<float>& values);
    Result<Measure> go_on(std::size_t tokens, std::size_t rows, LogitRows which);

    LoadedModel loaded_;
    SequenceState sequence_;
    RunningState start_;      ///< after a few tokens: its numbers are as large as any
    std::size_t filled_ = 0;  ///< cells
    std::uint64_t drawn_ = 0;
};

}  // namespace strata::cli
