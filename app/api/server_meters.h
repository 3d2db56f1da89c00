#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/api/generation_routes.h"

namespace strata::app::api {

/// How values are spread over fixed ranges.
class Histogram {
public:
    /// bounds: upper ones, ascending; what is larger counts in one range more.
    explicit Histogram(std::vector<double> bounds);

    void add(double value);

    const std::vector<double>& bounds() const { return bounds_; }
    /// Values up to each bound, and last all of them.
    std::vector<std::uint64_t> cumulative() const;
    double sum() const { return sum_; }
    std::uint64_t count() const { return count_; }

private:
    std::vector<double> bounds_;
    std::vector<std::uint64_t> counts_;
    double sum_ = 0;
    std::uint64_t count_ = 0;
};

/// What the server has done since the program started. Holds numbers and names of fixed lists, nothing of any request.
/// Belongs to the server's thread.
class ServerMeters {
public:
    ServerMeters();

    /// A request has ended.
    void take(const RequestRecord& record);

    /// By dialect and outcome; words that are in no list are "other".
    const std::map<std::pair<std::string, std::string>, std::uint64_t>& requests() const { return requests_; }
    std::uint64_t requestCount() const;
    std::uint64_t promptTokens() const { return prompt_tokens_; }
    std::uint64_t cachedTokens() const { return cached_tokens_; }
    std::uint64_t generatedTokens() const { return generated_tokens_; }
    std::uint64_t draftedTokens() const { return drafted_tokens_; }
    std::uint64_t acceptedDrafts() const { return accepted_drafts_; }
    /// In seconds; only of requests that got a token.
    const Histogram& firstTokens() const { return first_tokens_; }
    const Histogram& durations() const { return durations_; }

private:
    std::map<std::pair<std::string, std::string>, std::uint64_t> requests_;
    std::uint64_t prompt_tokens_ = 0, cached_tokens_ = 0, generated_tokens_ = 0, drafted_tokens_ = 0,
                  accepted_drafts_ = 0;
    Histogram first_tokens_, durations_;
};

}  // namespace strata::app::api
