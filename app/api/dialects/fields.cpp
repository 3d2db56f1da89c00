#include "app/api/dialects/fields.h"

#include <fmt/format.h>

#include <cmath>

namespace strata::app::api {
namespace {

constexpr int kMostLevels = 128;

std::string_view nameOfType(const Json& value) {
    switch (value.type()) {
        case Json::value_t::null:
            return "null";
        case Json::value_t::boolean:
            return "a boolean";
        case Json::value_t::string:
            return "a string";
        case Json::value_t::array:
            return "an array";
        case Json::value_t::object:
            return "an object";
        default:
            return "a number";
    }
}

}  // namespace

std::string pathOfItem(std::string_view list, std::size_t index) {
    return fmt::format("{}[{}]", list, index);
}

std::optional<std::int64_t> wholeNumber(const Json& value) {
    constexpr auto kMost = std::numeric_limits<std::int64_t>::max();
    if (value.is_number_unsigned()) {
        const auto number = value.get<std::uint64_t>();
        return number <= static_cast<std::uint64_t>(kMost) ? std::optional(static_cast<std::int64_t>(number))
                                                           : std::nullopt;
    }
    if (value.is_number_integer()) {
        return value.get<std::int64_t>();
    }
    if (!value.is_number_float()) {
        return std::nullopt;
    }
    constexpr double kBeyond = 9223372036854775808.0;  // 2^63
    const double number = value.get<double>();
    const bool fits = number >= -kBeyond && number < kBeyond && std::trunc(number) == number;
    return fits ? std::optional(static_cast<std::int64_t>(number)) : std::nullopt;
}

const Json* Fields::findEvenNull(std::string_view name) const {
    if (!object_.is_object()) {
        return nullptr;
    }
    const auto found = object_.find(name);
    return found == object_.end() ? nullptr : &*found;
}

const Json* Fields::find(std::string_view name) const {
    const Json* value = findEvenNull(name);
    return value != nullptr && !value->is_null() ? value : nullptr;
}

std::optional<bool> Fields::boolean(std::string_view name) const {
    const Json* value = find(name);
    if (value == nullptr) {
        return std::nullopt;
    }
    if (!value->is_boolean()) {
        refuseType(name, "a boolean");
        return std::nullopt;
    }
    return value->get<bool>();
}

std::optional<std::int64_t> Fields::integer(std::string_view name, std::int64_t least, std::int64_t most) const {
    const Json* value = find(name);
    if (value == nullptr) {
        return std::nullopt;
    }
    const auto number = wholeNumber(*value);
    if (!number) {
        const bool is_whole = value->is_number() && std::trunc(value->get<double>()) == value->get<double>();
        if (is_whole) {
            refuse(ErrorKind::invalid_value, name, "the number is too large");
        } else {
            refuseType(name, "an integer");
        }
        return std::nullopt;
    }
    if (*number < least || *number > most) {
        refuse(ErrorKind::invalid_value, name,
               most == std::numeric_limits<std::int64_t>::max()
                   ? fmt::format("expected an integer that is at least {}", least)
                   : fmt::format("expected an integer from {} to {}", least, most));
        return std::nullopt;
    }
    return number;
}

std::optional<double> Fields::number(std::string_view name, double least, double most) const {
    const Json* value = find(name);
    if (value == nullptr) {
        return std::nullopt;
    }
    if (!value->is_number()) {
        refuseType(name, "a number");
        return std::nullopt;
    }
    const double number = value->get<double>();
    if (!(number >= least && number <= most)) {
        refuse(ErrorKind::invalid_value, name, fmt::format("expected a number from {} to {}", least, most));
        return std::nullopt;
    }
    return number;
}

const std::string* Fields::text(std::string_view name) const {
    const Json* value = find(name);
    if (value == nullptr) {
        return nullptr;
    }
    if (!value->is_string()) {
        refuseType(name, "a string");
        return nullptr;
    }
    return &value->get_ref<const std::string&>();
}

std::string Fields::textOrEmpty(std::string_view name) const {
    const std::string* value = text(name);
    return value != nullptr ? *value : std::string();
}

const Json* Fields::object(std::string_view name) const {
    const Json* value = find(name);
    if (value != nullptr && !value->is_object()) {
        refuseType(name, "an object");
        return nullptr;
    }
    return value;
}

const Json* Fields::array(std::string_view name) const {
    const Json* value = find(name);
    if (value != nullptr && !value->is_array()) {
        refuseType(name, "an array");
        return nullptr;
    }
    return value;
}

std::optional<Fields> Fields::inside(std::string_view name) const {
    const Json* value = object(name);
    return value != nullptr ? std::optional<Fields>(std::in_place, *value, pathOf(name), refusal_) : std::nullopt;
}

void Fields::refuse(ErrorKind kind, std::string_view name, std::string_view what) const {
    const std::string path = pathOf(name);
    refusal_.add(kind, path.empty() ? std::string(what) : fmt::format("{}: {}", quotable(path), what), path);
}

void Fields::refuseType(std::string_view name, std::string_view expected) const {
    const Json* value = name.empty() ? &object_ : findEvenNull(name);
    refuse(ErrorKind::invalid_type, name,
           value != nullptr ? fmt::format("expected {}, got {}", expected, nameOfType(*value))
                            : fmt::format("expected {}", expected));
}

void Fields::refuseMissing(std::string_view name) const {
    refuse(ErrorKind::missing_required_parameter, name, "is required");
}

std::string Fields::pathOf(std::string_view name) const {
    if (path_.empty() || name.empty()) {
        return path_ + std::string(name);
    }
    return fmt::format("{}.{}", path_, name);
}

const Json* arrayOrItsText(const Fields& fields, std::string_view name, Json& decoded) {
    const Json* value = fields.find(name);
    if (value == nullptr || value->is_array()) {
        return value;
    }
    if (value->is_string()) {
        auto parsed = parseJson(value->get_ref<const std::string&>(), kMostLevels);
        if (parsed.value && parsed.value->is_array()) {
            decoded = std::move(*parsed.value);
            return &decoded;
        }
    }
    fields.refuseType(name, "an array");
    return nullptr;
}

}  // namespace strata::app::api
