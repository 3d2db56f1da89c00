#include "cli/value_text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <type_traits>
#include <variant>

#include <fmt/format.h>

namespace strata::cli {
namespace {

using nlohmann::ordered_json;

constexpr std::size_t kTextElements = 8;
constexpr std::size_t kJsonElements = 64;

template <class T>
std::string element_text(const T& element) {
    if constexpr (std::is_same_v<T, std::string>) {
        return '"' + printable(element) + '"';
    } else if constexpr (std::is_same_v<T, double>) {
        return fmt::format("{:.7g}", element);  // most are 32-bit numbers in the file: 1e-06, not 9.99999997e-07
    } else {
        return fmt::format("{}", element);
    }
}

template <class T>
constexpr bool kIsArray = !std::is_arithmetic_v<T> && !std::is_same_v<T, std::string>;

}  // namespace

std::string value_text(const GgufValue& value) {
    return std::visit(
        [](const auto& held) -> std::string {
            using Held = std::remove_cvref_t<decltype(held)>;
            if constexpr (kIsArray<Held>) {
                std::string text = "[";
                for (std::size_t i = 0; i < std::min(held.size(), kTextElements); ++i) {
                    const typename Held::value_type element = held[i];
                    text += (i == 0 ? "" : ", ") + element_text(element);
                }
                return text +
                       (held.size() > kTextElements ? fmt::format(", ... {} in all]", grouped(held.size())) : "]");
            } else {
                return element_text(held);
            }
        },
        value.value);
}

ordered_json value_json(const GgufValue& value) {
    return std::visit(
        [](const auto& held) -> ordered_json {
            using Held = std::remove_cvref_t<decltype(held)>;
            if constexpr (kIsArray<Held>) {
                const bool whole = held.size() <= kJsonElements;
                ordered_json elements = ordered_json::array();
                for (std::size_t i = 0; i < (whole ? held.size() : kTextElements); ++i) {
                    const typename Held::value_type element = held[i];
                    elements.push_back(element);
                }
                return whole ? elements : ordered_json{{"count", held.size()}, {"first", elements}};
            } else {
                return held;
            }
        },
        value.value);
}

std::string size_text(std::uint64_t bytes) {
    constexpr std::array kUnits = {"bytes", "kB", "MB", "GB", "TB", "PB", "EB"};
    std::size_t unit = 0;
    double amount = static_cast<double>(bytes);
    while (amount >= 999.5 && unit + 1 < kUnits.size()) {
        amount /= 1000.0;
        ++unit;
    }
    if (unit == 0) {
        return fmt::format("{} bytes", bytes);
    }
    const int decimals = amount < 9.995 ? 2 : amount < 99.95 ? 1 : 0;
    return fmt::format("{:.{}f} {}", amount, decimals, kUnits[unit]);
}

std::string grouped(std::uint64_t number) {
    std::string text = std::to_string(number);
    for (std::size_t place = text.size(); place > 3;) {
        place -= 3;
        text.insert(place, 1, ',');
    }
    return text;
}

std::string dump(const ordered_json& json) {
    return json.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace strata::cli
