#include "cli/bench_rounds.h"

#include <algorithm>

#include "base/error.h"
#include "cli/busy_threads.h"

namespace strata::cli {
namespace {

using Measure = SpeedMeter::Measure;

double median(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

Result<Measure> measure_once(SpeedMeter& meter, const BenchCase& which) {
    const BusyThreads others(which.busy_threads);
    if (which.to_first_token) {
        return meter.first_token(which.context, which.tokens);
    }
    return meter.run(which.context, which.tokens, which.rows, which.logits);
}

template <class Of>
double median_of(const std::vector<Measure>& measures, Of&& of) {
    std::vector<double> values(measures.size());
    std::ranges::transform(measures, values.begin(), of);
    return median(std::move(values));
}

/// Median of the rounds' ratios of `of`, per window.
template <class Of>
double ratio_of(const std::vector<Measure>& mine, std::size_t my_windows, const std::vector<Measure>& other,
                std::size_t other_windows, Of&& of) {
    std::vector<double> ratios(mine.size());
    for (std::size_t round = 0; round < mine.size(); ++round) {
        ratios[round] =
            of(mine[round]) / static_cast<double>(my_windows) / (of(other[round]) / static_cast<double>(other_windows));
    }
    return median(std::move(ratios));
}

double seconds(const Measure& measure) {
    return measure.seconds;
}
double dense_seconds(const Measure& measure) {
    return measure.seconds - measure.expert_seconds;
}

}  // namespace

Result<std::vector<BenchFigures>> measure_in_rounds(SpeedMeter& meter, const std::vector<BenchCase>& cases,
                                                    int rounds) {
    std::vector<std::vector<Measure>> measures(cases.size());
    for (int round = 0; round < rounds; ++round) {
        for (std::size_t i = 0; i < cases.size(); ++i) {
            STRATA_TRY(const Measure measure, measure_once(meter, cases[i]));
            measures[i].push_back(measure);
        }
    }
    std::vector<BenchFigures> figures(cases.size());
    for (std::size_t i = 0; i < cases.size(); ++i) {
        const std::vector<Measure>& mine = measures[i];
        figures[i].median.seconds = median_of(mine, seconds);
        figures[i].median.expert_seconds = median_of(mine, [](const Measure& m) { return m.expert_seconds; });
        figures[i].median.bytes = median_of(mine, [](const Measure& m) { return m.bytes; });
        if (cases[i].compare_with >= 0) {
            const auto with = static_cast<std::size_t>(cases[i].compare_with);
            figures[i].ratio = ratio_of(mine, cases[i].windows(), measures[with], cases[with].windows(), seconds);
            figures[i].dense_ratio =
                ratio_of(mine, cases[i].windows(), measures[with], cases[with].windows(), dense_seconds);
        }
    }
    return figures;
}

}  // namespace strata::cli
