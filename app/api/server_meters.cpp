#include "app/api/server_meters.h"

#include <algorithm>
#include <numeric>

#include "app/api/api_error.h"

namespace strata::app::api {
namespace {

constexpr std::string_view kOther = "other";
constexpr std::array<std::string_view, 4> kDialects = {"chat", "completions", "messages", "responses"};
constexpr std::array<std::string_view, 4> kFinishReasons = {"stop", "length", "tool_calls", "cancelled"};

std::string knownDialect(std::string_view name) {
    return std::string(std::ranges::find(kDialects, name) == kDialects.end() ? kOther : name);
}

std::string knownOutcome(std::string_view outcome) {
    if (std::ranges::find(kFinishReasons, outcome) != kFinishReasons.end()) {
        return std::string(outcome);
    }
    for (int kind = 0; kind <= static_cast<int>(ErrorKind::overloaded); ++kind) {
        if (codeOf(static_cast<ErrorKind>(kind)) == outcome) {
            return std::string(outcome);
        }
    }
    return std::string(kOther);
}

std::uint64_t positive(int number) {
    return number > 0 ? static_cast<std::uint64_t>(number) : 0;
}

}  // namespace

Histogram::Histogram(std::vector<double> bounds) : bounds_(std::move(bounds)), counts_(bounds_.size() + 1) {}

void Histogram::add(double value) {
    const auto range = std::ranges::lower_bound(bounds_, value) - bounds_.begin();
    ++counts_[static_cast<std::size_t>(range)];
    sum_ += value;
    ++count_;
}

std::vector<std::uint64_t> Histogram::cumulative() const {
    std::vector<std::uint64_t> out(counts_.size());
    std::partial_sum(counts_.begin(), counts_.end(), out.begin());
    return out;
}

ServerMeters::ServerMeters()
    : first_tokens_({0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600}),
      durations_({0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600, 1'800, 3'600}) {}

void ServerMeters::take(const RequestRecord& record) {
    ++requests_[{knownDialect(record.api), knownOutcome(record.outcome)}];
    prompt_tokens_ += positive(record.prompt_tokens);
    cached_tokens_ += positive(record.cached_tokens);
    generated_tokens_ += positive(record.generated_tokens);
    drafted_tokens_ += positive(record.drafted_tokens);
    accepted_drafts_ += positive(record.accepted_drafts);
    if (record.first_token_seconds > 0) {
        first_tokens_.add(record.first_token_seconds);
    }
    durations_.add(record.seconds);
}

std::uint64_t ServerMeters::requestCount() const {
    return durations_.count();
}

}  // namespace strata::app::api
