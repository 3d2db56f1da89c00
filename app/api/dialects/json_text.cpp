#include "app/api/dialects/json_text.h"

#include <algorithm>
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "app/api/dialect.h"

namespace strata::app::api {
namespace {

constexpr int kMostBodyLevels = 128;
constexpr int kNumberOutOfRange = 406;  // of the library's exceptions

/// Objects with more keys than this look them up in a table.
constexpr std::size_t kFewKeys = 16;

/// Builds a value from the parser's events without calling itself.
class TreeBuilder : public nlohmann::json_sax<Json> {
public:
    explicit TreeBuilder(int most_levels) : most_levels_(static_cast<std::size_t>(most_levels)) {}

    bool null() override { return put(nullptr); }
    bool boolean(bool value) override { return put(value); }
    bool number_integer(number_integer_t value) override { return put(value); }
    bool number_unsigned(number_unsigned_t value) override { return put(value); }
    bool number_float(number_float_t value, const string_t&) override { return put(value); }
    bool string(string_t& value) override { return put(std::move(value)); }
    bool binary(binary_t&) override { return false; }
    bool start_object(std::size_t) override { return open(Json::object()); }
    bool start_array(std::size_t) override { return open(Json::array()); }
    bool end_object() override { return close(); }
    bool end_array() override { return close(); }

    bool key(string_t& name) override {
        open_.back().key = std::move(name);
        return true;
    }

    bool parse_error(std::size_t position, const std::string&, const nlohmann::detail::exception& error) override {
        result_.position = position;
        result_.number_too_large = error.id == kNumberOutOfRange;
        return false;
    }

    ParsedJson take(bool complete) {
        if (complete) {
            result_.value = std::move(root_);
        }
        return std::move(result_);
    }

private:
    using Members = std::unordered_map<std::string, std::size_t>;
    struct Level {
        Json value;
        std::string key = {};  // of the member that comes next
        Members members = {};  // of large objects: where each key is
    };

    bool open(Json container) {
        if (open_.size() == most_levels_) {
            result_.too_deep = true;
            return false;
        }
        open_.push_back({std::move(container)});
        return true;
    }

    bool close() {
        Json value = std::move(open_.back().value);
        open_.pop_back();
        return put(std::move(value));
    }

    bool put(Json value) {
        if (open_.empty()) {
            root_ = std::move(value);
        } else if (open_.back().value.is_array()) {
            open_.back().value.get_ref<Json::array_t&>().push_back(std::move(value));
        } else {
            putMember(open_.back(), std::move(value));
        }
        return true;
    }

    static void putMember(Level& level, Json value) {
        // The vector below the map: its own way to add looks through all keys first.
        Json::object_t::Container& members = level.value.get_ref<Json::object_t&>();
        if (members.size() < kFewKeys) {
            level.value[level.key] = std::move(value);
            return;
        }
        if (level.members.empty()) {
            for (std::size_t i = 0; i < members.size(); ++i) {
                level.members.emplace(members[i].first, i);
            }
        }
        const auto [found, is_new] = level.members.emplace(level.key, members.size());
        if (is_new) {
            members.emplace_back(std::move(level.key), std::move(value));
        } else {
            members[found->second].second = std::move(value);
        }
    }

    std::size_t most_levels_;
    std::vector<Level> open_;
    Json root_;
    ParsedJson result_;
};

/// Four hexadecimal digits at `at`; none: they are not there.
std::optional<unsigned> hexDigits(std::string_view text, std::size_t at) {
    if (at + 4 > text.size()) {
        return std::nullopt;
    }
    unsigned value = 0;
    for (std::size_t i = at; i < at + 4; ++i) {
        const char c = text[i];
        const bool is_digit = c >= '0' && c <= '9';
        const char small = static_cast<char>(c | 0x20);
        if (!is_digit && (small < 'a' || small > 'f')) {
            return std::nullopt;
        }
        value = value * 16 + static_cast<unsigned>(is_digit ? c - '0' : small - 'a' + 10);
    }
    return value;
}

bool isHighSurrogate(unsigned unit) {
    return unit >= 0xD800 && unit < 0xDC00;
}

bool isLowSurrogate(unsigned unit) {
    return unit >= 0xDC00 && unit < 0xE000;
}

/// The positions of the escapes that are half a surrogate pair, which the parser would refuse.
std::vector<std::size_t> loneSurrogates(std::string_view text) {
    std::vector<std::size_t> found;
    // Outside of strings a backslash is an error anyway, so strings need not be told from the rest.
    for (std::size_t at = text.find('\\'); at != std::string_view::npos; at = text.find('\\', at)) {
        const bool is_unit = at + 1 < text.size() && text[at + 1] == 'u';
        const auto unit = is_unit ? hexDigits(text, at + 2) : std::nullopt;
        if (!unit) {
            at += 2;
            continue;
        }
        const bool second_follows = text.substr(at + 6, 2) == "\\u";
        const auto second = second_follows ? hexDigits(text, at + 8) : std::nullopt;
        if (isHighSurrogate(*unit) && second && isLowSurrogate(*second)) {
            at += 12;
            continue;
        }
        if (isHighSurrogate(*unit) || isLowSurrogate(*unit)) {
            found.push_back(at);
        }
        at += 6;
    }
    return found;
}

ParsedJson parseWellFormed(std::string_view text, int most_levels) {
    TreeBuilder builder(most_levels);
    const bool complete = Json::sax_parse(text.begin(), text.end(), &builder);
    return builder.take(complete);
}

}  // namespace

ParsedJson parseJson(std::string_view text, int most_levels) {
    // A zero byte is never a part of JSON, and the library takes one for the end of the text.
    if (text.starts_with("\xEF\xBB\xBF") || text.find('\0') != std::string_view::npos) {
        return {};
    }
    const auto lone = loneSurrogates(text);
    if (lone.empty()) {
        return parseWellFormed(text, most_levels);
    }
    std::string mended(text);
    for (const std::size_t at : lone) {
        mended.replace(at, 6, "\\ufffd");
    }
    return parseWellFormed(mended, most_levels);
}

std::string jsonText(const Json& value) {
    return value.dump(-1, ' ', /*ensure_ascii=*/false, Json::error_handler_t::replace);
}

ApiResult<Json> parseBody(std::string_view body) {
    ParsedJson parsed = parseJson(body, kMostBodyLevels);
    if (parsed.too_deep) {
        return refuse(ErrorKind::invalid_json, "The body is nested more than 128 levels deep.");
    }
    if (parsed.number_too_large) {
        return refuse(ErrorKind::invalid_value, "The body holds a number that is too large.");
    }
    if (!parsed.value) {
        const std::string where = parsed.position > 0 ? " (at byte " + std::to_string(parsed.position) + ")" : "";
        return refuse(ErrorKind::invalid_json, "The body is not valid JSON in UTF-8" + where + ".");
    }
    if (!parsed.value->is_object()) {
        return refuse(ErrorKind::invalid_json, "The body must be a JSON object.");
    }
    return std::move(*parsed.value);
}

std::size_t characterCount(std::string_view text) {
    return static_cast<std::size_t>(
        std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

}  // namespace strata::app::api
