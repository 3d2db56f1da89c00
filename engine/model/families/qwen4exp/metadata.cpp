#include "model/families/qwen4exp/metadata.h"

#include <fmt/format.h>

#include <cmath>

#include "base/error.h"

namespace strata::qwen4exp {

const GgufValue* Metadata::find(std::string_view key) const { return file_.find(fmt::format("{}{}", kPrefix, key)); }

tl::unexpected<Error> Metadata::bad(std::string_view key, std::string_view what) const {
    return fail(ErrorCode::bad_file, fmt::format("{}: {}: {}{} {}", printable(file_.path().filename().string()),
                                                 to_string(GgufFault::bad_model), kPrefix, key, what));
}

Result<std::size_t> Metadata::size(std::string_view key, std::size_t least, std::size_t most) const {
    const GgufValue* value = find(key);
    if (value == nullptr) {
        return bad(key, "is missing");
    }
    const auto number = value->as_integer();
    if (!number) {
        return bad(key, "is not an integer");
    }
    if (*number < 0 || static_cast<std::uint64_t>(*number) < least || static_cast<std::uint64_t>(*number) > most) {
        return bad(key, fmt::format("is {}, allowed are {} to {}", *number, least, most));
    }
    return static_cast<std::size_t>(*number);
}

Result<std::size_t> Metadata::size_or(std::string_view key, std::size_t fallback, std::size_t least,
                                      std::size_t most) const {
    return has(key) ? size(key, least, most) : Result<std::size_t>(fallback);
}

Result<double> Metadata::number(std::string_view key) const {
    const GgufValue* value = find(key);
    if (value == nullptr) {
        return bad(key, "is missing");
    }
    const auto number = value->as_number();
    if (!number || !std::isfinite(*number)) {
        return bad(key, "is not a finite number");
    }
    return *number;
}

Result<bool> Metadata::boolean_or(std::string_view key, bool fallback) const {
    const GgufValue* value = find(key);
    if (value == nullptr) {
        return fallback;
    }
    const auto flag = value->as_bool();
    if (!flag) {
        return bad(key, "is not true or false");
    }
    return *flag;
}

Result<std::vector<std::int64_t>> Metadata::integers(std::string_view key, std::size_t count) const {
    const GgufValue* value = find(key);
    if (value == nullptr) {
        return bad(key, "is missing");
    }
    auto numbers = value->as_integers();
    if (!numbers || numbers->size() != count) {
        return bad(key, fmt::format("is not a list of {} integers", count));
    }
    return std::move(*numbers);
}

Result<std::vector<std::uint64_t>> Metadata::unsigneds(std::string_view key, std::size_t count) const {
    const GgufValue* value = find(key);
    if (value == nullptr) {
        return bad(key, "is missing");
    }
    auto numbers = value->as_unsigneds();
    if (!numbers || numbers->size() != count) {
        return bad(key, fmt::format("is not a list of {} integers of 0 and above", count));
    }
    return std::move(*numbers);
}

}  // namespace strata::qwen4exp
