#include <algorithm>
#include <limits>

#include "gguf/gguf_file.h"

namespace strata {

namespace {

constexpr auto kMostSigned = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());

}  // namespace

std::optional<std::int64_t> GgufValue::as_integer() const {
    if (const auto* number = std::get_if<std::int64_t>(&value)) {
        return *number;
    }
    const auto* number = std::get_if<std::uint64_t>(&value);
    if (number == nullptr || *number > kMostSigned) {
        return std::nullopt;
    }
    return static_cast<std::int64_t>(*number);
}

std::optional<double> GgufValue::as_number() const {
    if (const auto* number = std::get_if<double>(&value)) {
        return *number;
    }
    if (const auto* number = std::get_if<std::int64_t>(&value)) {
        return static_cast<double>(*number);
    }
    if (const auto* number = std::get_if<std::uint64_t>(&value)) {
        return static_cast<double>(*number);
    }
    return std::nullopt;
}

std::optional<bool> GgufValue::as_bool() const {
    const auto* flag = std::get_if<bool>(&value);
    return flag == nullptr ? std::nullopt : std::optional(*flag);
}

const std::string* GgufValue::as_string() const {
    return std::get_if<std::string>(&value);
}

const GgufValue::Strings* GgufValue::as_strings() const {
    return std::get_if<Strings>(&value);
}

std::optional<GgufValue::Signeds> GgufValue::as_integers() const {
    if (const auto* numbers = std::get_if<Signeds>(&value)) {
        return *numbers;
    }
    if (const auto* flags = std::get_if<Bools>(&value)) {
        return Signeds(flags->begin(), flags->end());
    }
    const auto* numbers = std::get_if<Unsigneds>(&value);
    if (numbers == nullptr || std::ranges::any_of(*numbers, [](std::uint64_t n) { return n > kMostSigned; })) {
        return std::nullopt;
    }
    return Signeds(numbers->begin(), numbers->end());
}

std::optional<GgufValue::Unsigneds> GgufValue::as_unsigneds() const {
    if (const auto* numbers = std::get_if<Unsigneds>(&value)) {
        return *numbers;
    }
    const auto* numbers = std::get_if<Signeds>(&value);
    if (numbers == nullptr || std::ranges::any_of(*numbers, [](std::int64_t n) { return n < 0; })) {
        return std::nullopt;
    }
    return Unsigneds(numbers->begin(), numbers->end());
}

std::size_t GgufValue::array_size() const {
    return std::visit(
        [this](const auto& held) -> std::size_t {
            if constexpr (requires { held.size(); }) {
                return as_string() != nullptr ? 0 : held.size();
            } else {
                return 0;
            }
        },
        value);
}

}  // namespace strata
