#include "app/api/dialects/sampling_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "app/api/dialects/random_id.h"

namespace strata::app::api {
namespace {

constexpr std::size_t kMostStops = 32;
constexpr std::size_t kMostStopBytes = 512;
constexpr double kHottest = 2;
constexpr double kMostPenalty = 2;
constexpr double kMostRepetitionPenalty = 1000;
/// As far as the engine looks back at most; a whole context.
constexpr int kWholeContext = 4096;

int clampedToInt(std::int64_t value) {
    return static_cast<int>(std::min<std::int64_t>(value, std::numeric_limits<int>::max()));
}

void readNumber(const Fields& fields, std::string_view name, double least, double most, float& value) {
    if (const auto number = fields.number(name, least, most)) {
        value = static_cast<float>(*number);
    }
}

/// The name of a field, or its other name if only that is there.
std::string_view presentName(const Fields& fields, std::string_view name, std::string_view alias) {
    return fields.has(name) ? name : alias;
}

void readRepetition(const Fields& fields, SamplingOptions& sampling) {
    const auto name = presentName(fields, "repetition_penalty", "repeat_penalty");
    if (const auto penalty = fields.number(name, 0, kMostRepetitionPenalty)) {
        if (*penalty > 0) {
            sampling.repetition_penalty = static_cast<float>(*penalty);
        } else {
            fields.refuse(ErrorKind::invalid_value, name, "expected a number that is more than 0");
        }
    }
    if (const auto tokens = fields.integer(presentName(fields, "penalty_last_n", "repeat_last_n"), -1)) {
        sampling.penalty_last_n = *tokens < 0 ? kWholeContext : clampedToInt(*tokens);
    }
}

}  // namespace

void readSampling(const Fields& fields, SamplingOptions& sampling) {
    readNumber(fields, "temperature", 0, kHottest, sampling.temperature);
    if (const auto top_k = fields.integer("top_k", -1)) {
        sampling.top_k = clampedToInt(*top_k);
    }
    if (const auto top_p = fields.number("top_p", 0, 1)) {
        sampling.top_p = static_cast<float>(*top_p);
        if (*top_p <= 0) {  // the single best token
            sampling.top_p = 1;
            sampling.top_k = 1;
        }
    }
    readNumber(fields, "min_p", 0, 1, sampling.min_p);
    readNumber(fields, "presence_penalty", -kMostPenalty, kMostPenalty, sampling.presence_penalty);
    readNumber(fields, "frequency_penalty", -kMostPenalty, kMostPenalty, sampling.frequency_penalty);
    readRepetition(fields, sampling);
    const auto seed = fields.integer("seed");
    sampling.seed = seed && *seed >= 0 ? static_cast<std::uint64_t>(*seed) : randomNumber();
}

int readMaxTokens(const Fields& fields, std::string_view name) {
    return clampedToInt(std::max<std::int64_t>(fields.integer(name).value_or(0), 0));
}

std::vector<std::string> readStops(const Fields& fields, std::string_view name) {
    const Json* value = fields.find(name);
    std::vector<std::string> stops;
    const auto add = [&](const Json& stop, const std::string& where) {
        if (stop.is_null()) {
            return;
        }
        const Fields at(stop, where, fields.refusal());
        if (!stop.is_string()) {
            at.refuseType("", "a string");
        } else if (stop.get_ref<const std::string&>().size() > kMostStopBytes) {
            at.refuse(ErrorKind::invalid_value, "", fmt::format("expected at most {} bytes", kMostStopBytes));
        } else if (!stop.get_ref<const std::string&>().empty()) {
            stops.push_back(stop.get<std::string>());
        }
    };
    if (value == nullptr) {
        return stops;
    }
    if (value->is_string()) {
        add(*value, fields.pathOf(name));
    } else if (!value->is_array()) {
        fields.refuseType(name, "a string or an array of strings");
    } else if (value->size() > kMostStops) {
        fields.refuse(ErrorKind::invalid_value, name, fmt::format("expected at most {} strings", kMostStops));
    } else {
        for (std::size_t i = 0; i < value->size(); ++i) {
            add((*value)[i], pathOfItem(fields.pathOf(name), i));
        }
    }
    return stops;
}

}  // namespace strata::app::api
