#include "cli/speed_meter.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "base/error.h"
#include "generation/random.h"
#include "model/model.h"

namespace strata::cli {
namespace {

constexpr int kRepeats = 3;

}  // namespace

Result<SpeedMeter> SpeedMeter::create(LoadedModel loaded, KvType type) {
    STRATA_TRY(SequenceState sequence, create_sequence(*loaded.model, type));
    return SpeedMeter(std::move(loaded), std::move(sequence));
}

Result<SpeedMeter::Measure> SpeedMeter::run(std::size_t tokens, std::size_t rows, LogitRows which) {
    Measure measure;
    std::vector<std::int32_t> ids;
    const auto start = std::chrono::steady_clock::now();
    for (std::size_t at = 0; at < tokens; at += ids.size()) {
        ids.resize(std::min(rows, tokens - at));
        for (std::int32_t& id : ids) {
            id = static_cast<std::int32_t>(mix_bits(++drawn_) % loaded_.model->config().vocab_size);
        }
        STRATA_CHECK(loaded_.pass->run(ids, sequence_, which, {}));
        loaded_.pass->commit(sequence_, ids.size());
        measure.bytes += static_cast<double>(loaded_.pass->weight_bytes());
    }
    measure.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return measure;
}

Result<void> SpeedMeter::read_context(std::size_t tokens) {
    sequence_.running.reset();
    STRATA_CHECK(run(tokens, loaded_.chunk, LogitRows::none));
    return {};
}

template <class Run>
Result<SpeedMeter::Measure> SpeedMeter::median_of(std::size_t context, Run&& one_run) {
    std::vector<Measure> measures;
    for (int repeat = 0; repeat < kRepeats; ++repeat) {
        STRATA_CHECK(read_context(context));
        STRATA_TRY(const Measure measure, one_run());
        measures.push_back(measure);
    }
    std::ranges::sort(measures, {}, &Measure::seconds);
    return measures[kRepeats / 2];
}

Result<SpeedMeter::Measure> SpeedMeter::median(std::size_t tokens, std::size_t rows, LogitRows which,
                                               std::size_t context) {
    return median_of(context, [&] { return run(tokens, rows, which); });
}

Result<SpeedMeter::Measure> SpeedMeter::first_token(std::size_t tokens, std::size_t context) {
    return median_of(context, [&]() -> Result<Measure> {
        STRATA_TRY(Measure all, run(tokens - std::min<std::size_t>(tokens, 1), loaded_.chunk, LogitRows::none));
        STRATA_TRY(const Measure last, run(1, 1, LogitRows::last));
        all.seconds += last.seconds;
        all.bytes += last.bytes;
        return all;
    });
}

}  // namespace strata::cli
