#include "text/jinja/time_format.h"

#include <array>
#include <optional>

#include <fmt/format.h>

#include "base/error.h"

namespace strata::jinja {
namespace {

constexpr std::array<std::string_view, 7> kDays = {"Sunday",   "Monday", "Tuesday", "Wednesday",
                                                   "Thursday", "Friday", "Saturday"};
constexpr std::array<std::string_view, 12> kMonths = {"January",   "February", "March",    "April",
                                                      "May",       "June",     "July",     "August",
                                                      "September", "October",  "November", "December"};

template <std::size_t kSize>
std::string_view name_of(const std::array<std::string_view, kSize>& names, int index) {
    return index >= 0 && static_cast<std::size_t>(index) < kSize ? names[static_cast<std::size_t>(index)] : "?";
}

/// A number of the date with the width that it is filled up to.
struct Field {
    int value;
    int width;
    char fill = '0';
};

std::optional<Field> number_field(char letter, const std::tm& time) {
    switch (letter) {
        case 'Y':
            return Field{time.tm_year + 1900, 4};
        case 'y':
            return Field{time.tm_year % 100, 2};
        case 'm':
            return Field{time.tm_mon + 1, 2};
        case 'd':
            return Field{time.tm_mday, 2};
        case 'e':
            return Field{time.tm_mday, 2, ' '};
        case 'j':
            return Field{time.tm_yday + 1, 3};
        case 'H':
            return Field{time.tm_hour, 2};
        case 'I':
            return Field{(time.tm_hour + 11) % 12 + 1, 2};
        case 'M':
            return Field{time.tm_min, 2};
        case 'S':
            return Field{time.tm_sec, 2};
        case 'u':
            return Field{time.tm_wday == 0 ? 7 : time.tm_wday, 1};
        case 'w':
            return Field{time.tm_wday, 1};
        default:
            return std::nullopt;
    }
}

std::optional<std::string_view> word_field(char letter, const std::tm& time) {
    switch (letter) {
        case 'a':
            return name_of(kDays, time.tm_wday).substr(0, 3);
        case 'A':
            return name_of(kDays, time.tm_wday);
        case 'b':
        case 'h':
            return name_of(kMonths, time.tm_mon).substr(0, 3);
        case 'B':
            return name_of(kMonths, time.tm_mon);
        case 'p':
            return time.tm_hour < 12 ? "AM" : "PM";
        case 'n':
            return "\n";
        case 't':
            return "\t";
        case '%':
            return "%";
        default:
            return std::nullopt;
    }
}

/// Letters that stand for several others.
std::string_view expansion(char letter) {
    switch (letter) {
        case 'F':
            return "%Y-%m-%d";
        case 'T':
            return "%H:%M:%S";
        case 'R':
            return "%H:%M";
        case 'D':
            return "%m/%d/%y";
        default:
            return {};
    }
}

}  // namespace

Result<std::string> format_time(RenderContext& context, std::string_view format, const std::tm& time) {
    std::string out;
    for (std::size_t at = 0; at < format.size(); ++at) {
        if (format[at] != '%') {
            out.push_back(format[at]);
            continue;
        }
        const bool bare = format.substr(at + 1, 1) == "-";
        at += bare ? 2 : 1;
        const char letter = at < format.size() ? format[at] : '\0';
        if (const auto field = number_field(letter, time)) {
            out += bare                 ? fmt::format("{}", field->value)
                   : field->fill == ' ' ? fmt::format("{:{}}", field->value, field->width)
                                        : fmt::format("{:0{}}", field->value, field->width);
        } else if (const auto word = word_field(letter, time)) {
            out += *word;
        } else if (const std::string_view several = expansion(letter); !several.empty()) {
            STRATA_TRY(const std::string expanded, format_time(context, several, time));
            out += expanded;
        } else {
            return context.error("strftime_now: a % is followed by a letter that is not supported");
        }
    }
    return out;
}

std::tm local_time() {
    const std::time_t now = std::time(nullptr);
    std::tm local{};
#ifdef _WIN32
    localtime_s(&local, &now);
#else
    localtime_r(&now, &local);
#endif
    return local;
}

}  // namespace strata::jinja
