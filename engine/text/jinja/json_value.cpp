#include "text/jinja/json_value.h"

#include <algorithm>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "base/error.h"
#include "text/jinja/limits.h"

namespace strata::jinja {
namespace {

using Json = nlohmann::ordered_json;

class Reader {
public:
    Result<Value> read(const Json& json, int depth);
    Result<DictRef> read_object(const Json& json, int depth);
    std::uint64_t bytes() const { return bytes_; }

private:
    static constexpr std::uint64_t kBytesPerValue = 16;  // a number or a bracket counts like a short text

    Result<Value> read_array(const Json& json, int depth);
    Value read_text(const std::string& text) {
        bytes_ += text.size();
        return Value(Text(text, Origin::foreign));
    }

    std::uint64_t bytes_ = 0;
};

Result<void> check_depth(int depth) {
    if (depth > kMaxValueDepth) {
        return fail(ErrorCode::invalid_argument,
                    fmt::format("the chat template's variables are nested more than {} levels deep", kMaxValueDepth));
    }
    return {};
}

Result<Value> Reader::read(const Json& json, int depth) {
    bytes_ += kBytesPerValue;
    switch (json.type()) {
        case Json::value_t::null:
            return Value(None(), Origin::foreign);
        case Json::value_t::boolean:
            return Value(json.get<bool>(), Origin::foreign);
        case Json::value_t::number_integer:
            return Value(json.get<std::int64_t>(), Origin::foreign);
        case Json::value_t::number_unsigned: {
            const auto number = json.get<std::uint64_t>();
            const bool fits = number <= static_cast<std::uint64_t>(INT64_MAX);
            return fits ? Value(static_cast<std::int64_t>(number), Origin::foreign)
                        : Value(BigInteger{fmt::format("{}", number)}, Origin::foreign);
        }
        case Json::value_t::number_float:
            return Value(json.get<double>(), Origin::foreign);
        case Json::value_t::string:
            return read_text(json.get_ref<const std::string&>());
        case Json::value_t::array:
            return read_array(json, depth + 1);
        case Json::value_t::object: {
            STRATA_TRY(DictRef object, read_object(json, depth + 1));
            return Value(std::move(object));
        }
        case Json::value_t::binary:
        case Json::value_t::discarded:
            break;
    }
    return fail(ErrorCode::invalid_argument, "the chat template's variables hold a value that is no JSON");
}

Result<Value> Reader::read_array(const Json& json, int depth) {
    STRATA_CHECK(check_depth(depth));
    List list;
    list.origin = Origin::foreign;
    list.items.reserve(json.size());
    for (const Json& item : json) {
        STRATA_TRY(Value value, read(item, depth));
        list.depth = std::max(list.depth, value.depth() + 1);
        list.items.push_back(std::move(value));
    }
    return Value(ListRef(std::make_shared<const List>(std::move(list))));
}

Result<DictRef> Reader::read_object(const Json& json, int depth) {
    STRATA_CHECK(check_depth(depth));
    Dict dict;
    dict.origin = Origin::foreign;
    dict.entries.reserve(json.size());
    for (const auto& [name, member] : json.items()) {
        STRATA_TRY(Value value, read(member, depth));
        dict.depth = std::max(dict.depth, value.depth() + 1);
        dict.entries.emplace_back(read_text(name), std::move(value));
    }
    return std::make_shared<const Dict>(std::move(dict));
}

}  // namespace

Result<Variables> variables_from_json(const nlohmann::ordered_json& json) {
    if (!json.is_object()) {
        return fail(ErrorCode::invalid_argument, "the chat template's variables are no JSON object");
    }
    Reader reader;
    STRATA_TRY(DictRef values, reader.read_object(json, 1));
    return Variables{std::move(values), reader.bytes()};
}

}  // namespace strata::jinja
