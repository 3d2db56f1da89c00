// Stress of the worker pool: many tiny slices, in jobs of changing size, with rests in which the workers fall asleep.
//
//   pool_bench [--threads 4] [--slices 1000000] [--rests 20]
//
// Every slice writes its own plain number and every job reads those of the job before: a slice that is lost, run twice
// or not yet visible is counted, and a build for finding data races (the preset tsan) sees what only looks right. A
// lost wake-up never ends. One JSON object; exit code 1 if anything was wrong.
#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <CLI/CLI.hpp>
#include <thread>
#include <vector>

#include "base/worker_pool.h"

namespace {

using namespace strata;

constexpr std::chrono::milliseconds kRest{30};  // longer than workers stay awake

struct Options {
    int threads = 4;
    long long slices = 1'000'000;
    int rests = 20;
};

struct Counts {
    long long jobs = 0, slices = 0, wrong = 0;
};

/// One job; every slice must find what the job before left in its place.
void run_job(WorkerPool& pool, int count, std::vector<long long>& marks, std::vector<long long>& wrong,
             Counts& counts) {
    const long long job = ++counts.jobs;
    pool.run(count, [&](int slice) {
        const auto at = static_cast<std::size_t>(slice);
        wrong[at] += marks[at] == job - 1 ? 0 : 1;
        marks[at] = job;
    });
    // Places that the job did not use move on here, so that the next one expects the same everywhere.
    std::fill(marks.begin() + count, marks.end(), job);
    counts.slices += count;
}

Counts stress(const Options& options) {
    constexpr int kMostSlices = 257;
    WorkerPool pool(options.threads);
    std::vector<long long> marks(kMostSlices, 0), wrong(kMostSlices, 0);
    Counts counts;
    long long next_rest = 0;
    for (int size = 1; counts.slices < options.slices; size = size * 5 % kMostSlices) {
        if (options.rests > 0 && counts.slices >= next_rest) {
            std::this_thread::sleep_for(kRest);
            next_rest += options.slices / options.rests;
        }
        run_job(pool, size, marks, wrong, counts);
    }
    for (std::size_t at = 0; at < marks.size(); ++at) {
        counts.wrong += wrong[at] + (marks[at] == counts.jobs ? 0 : 1);
    }
    return counts;
}

}  // namespace

int main(int argc, char** argv) {
    Options options;
    CLI::App app("Stress of the worker pool");
    app.add_option("--threads", options.threads)->check(CLI::Range(1, 256));
    app.add_option("--slices", options.slices)->check(CLI::Range(1LL, 1'000'000'000'000LL));
    app.add_option("--rests", options.rests)->check(CLI::Range(0, 1'000'000));
    CLI11_PARSE(app, argc, argv);

    const auto start = std::chrono::steady_clock::now();
    const Counts counts = stress(options);
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    fmt::print("{{\"bench\":\"pool\",\"threads\":{},\"jobs\":{},\"slices\":{},\"wrong\":{},\"seconds\":{:.3f}}}\n",
               options.threads, counts.jobs, counts.slices, counts.wrong, seconds.count());
    return counts.wrong == 0 ? 0 : 1;
}
