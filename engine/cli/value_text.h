#pragma once

#include <cstdint>
#include <string>

#include <nlohmann/json.hpp>

#include "gguf/gguf_file.h"

namespace strata::cli {

/// A metadata value on one line: strings in quotes, cut and made printable; of long arrays the beginning and the count.
std::string value_text(const GgufValue& value);

/// The same as JSON: whole, except that arrays of more than 64 elements become {"count": n, "first": [...]}.
nlohmann::ordered_json value_json(const GgufValue& value);

/// "25.5 MB": decimal units, three digits.
std::string size_text(std::uint64_t bytes);

/// "37,105,664".
std::string grouped(std::uint64_t number);

/// JSON as commands print it; bytes that are no UTF-8 become U+FFFD.
std::string dump(const nlohmann::ordered_json& json);

}  // namespace strata::cli
