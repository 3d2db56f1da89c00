#pragma once

#include <string_view>

#include "app/api/dialects/fields.h"
#include "strata/request.h"

namespace strata::app::api {

/// Changes `sampling` by the fields that are there: temperature, top_p, top_k, min_p, the penalties, seed. Without a
/// seed it becomes a random one.
void readSampling(const Fields& fields, SamplingOptions& sampling);

/// The most tokens of an answer by this field; 0: not there, or nothing that limits.
int readMaxTokens(const Fields& fields, std::string_view name);

/// The texts that end an answer: a string, or an array of them.
std::vector<std::string> readStops(const Fields& fields, std::string_view name);

}  // namespace strata::app::api
