#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace strata {

/// What to play in a check that keeping conversations changes no answer.
struct CacheCheckOptions {
    std::filesystem::path scratch_folder;  ///< for files while it runs, emptied afterwards; empty: none on disk
    std::vector<std::string> scenarios;    ///< names as in cache_check_scenarios(); empty: all
};

/// One scenario: conversations played one among the others against each played alone.
struct CacheCheckResult {
    std::string scenario;
    bool passed = false;
    std::string difference;  ///< the first one, in words; empty if passed
    int requests = 0;
    int resumed = 0;  ///< of them, how many reused something
};

/// Names and one-line descriptions of the scenarios, in the order in which they are played.
struct CacheCheckScenario {
    std::string name;
    std::string description;
};
const std::vector<CacheCheckScenario>& cache_check_scenarios();

/// Called after each request of the check; 0 … 1.
using CacheCheckProgress = std::function<void(const std::string& scenario, double fraction)>;

}  // namespace strata
