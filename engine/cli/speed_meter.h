#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "model/loaded_model.h"
#include "state/sequence_state.h"
#include "strata/result.h"

namespace strata::cli {

/// Runs made-up tokens through a model's own forward pass and takes the time.
class SpeedMeter {
public:
    struct Measure {
        double seconds = 0.0;
        double bytes = 0.0;  ///< of weights that were read
    };

    static Result<SpeedMeter> create(LoadedModel loaded, KvType type);

    const LoadedModel& loaded() const { return loaded_; }

    /// Starts again and reads `tokens` as a prompt; takes no time.
    Result<void> read_context(std::size_t tokens);
    /// Runs `tokens` behind what was read, in windows of `rows`.
    Result<Measure> run(std::size_t tokens, std::size_t rows, LogitRows which);
    /// The median of three runs of it, each behind `context` tokens.
    Result<Measure> median(std::size_t tokens, std::size_t rows, LogitRows which, std::size_t context);
    /// From the start of reading `tokens` behind `context` tokens to the first logits, as a request does it: all but
    /// the last in chunks, then a window of one. Median of three.
    Result<Measure> first_token(std::size_t tokens, std::size_t context);

private:
    SpeedMeter(LoadedModel loaded, SequenceState sequence)
        : loaded_(std::move(loaded)), sequence_(std::move(sequence)) {}

    template <class Run>
    Result<Measure> median_of(std::size_t context, Run&& one_run);

    LoadedModel loaded_;
    SequenceState sequence_;
    std::uint64_t drawn_ = 0;
};

}  // namespace strata::cli
