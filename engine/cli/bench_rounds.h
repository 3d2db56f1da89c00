#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "cli/speed_meter.h"
#include "strata/result.h"

namespace strata::cli {

/// One thing to measure. Its figures may be given as multiples of another's, measured in the same round.
struct BenchCase {
    std::string name;
    std::size_t context = 0;
    std::size_t tokens = 0;  ///< in all
    std::size_t rows = 1;    ///< per window
    LogitRows logits = LogitRows::last;
    bool to_first_token = false;  ///< ends with a window of one
    int busy_threads = 0;         ///< of other work on the same cores
    int compare_with = -1;        ///< place of the case to compare with in the list; −1: none

    std::size_t windows() const { return (tokens + rows - 1) / rows; }
};

struct BenchFigures {
    SpeedMeter::Measure median;  ///< each field for itself
    /// Medians over the rounds of this case's time per window over the compared case's; 0: none.
    double ratio = 0.0, dense_ratio = 0.0;
};

/// Measures all cases in turn, `rounds` times: whatever else the machine does meanwhile meets all of them.
Result<std::vector<BenchFigures>> measure_in_rounds(SpeedMeter& meter, const std::vector<BenchCase>& cases, int rounds);

}  // namespace strata::cli
