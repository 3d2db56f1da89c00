#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "base/error.h"
#include "text/jinja/attribute_path.h"
#include "text/jinja/builtin_tables.h"
#include "text/jinja/containers.h"
#include "text/jinja/format.h"
#include "text/jinja/operators.h"
#include "text/jinja/text_operations.h"

namespace strata::jinja {
namespace {

Result<Value> length(RenderContext& context, const Value& subject, const Arguments&) {
    return length_of(context, subject);
}

Result<Value> list(RenderContext& context, const Value& subject, const Arguments&) {
    STRATA_TRY(const ListRef items, items_of(context, subject));
    STRATA_CHECK(context.spend(items->items.size()));
    return make_list(context, items->items);
}

Result<Value> first(RenderContext& context, const Value& subject, const Arguments&) {
    STRATA_TRY(const ListRef items, items_of(context, subject));
    return items->items.empty() ? Value() : items->items.front();
}

Result<Value> last(RenderContext& context, const Value& subject, const Arguments&) {
    STRATA_TRY(const ListRef items, items_of(context, subject));
    return items->items.empty() ? Value() : items->items.back();
}

Result<Value> reverse(RenderContext& context, const Value& subject, const Arguments&) {
    STRATA_TRY(const ListRef items, items_of(context, subject));
    STRATA_CHECK(context.spend(items->items.size()));
    std::vector<Value> reversed(items->items.rbegin(), items->items.rend());
    if (!subject.is<Text>()) {
        return make_list(context, std::move(reversed));
    }
    TextBuilder builder(context);
    for (const Value& character : reversed) {
        STRATA_CHECK(builder.append(*character.as<Text>()));
    }
    return Value(builder.take());
}

Result<Value> join(RenderContext& context, const Value& subject, const Arguments& arguments) {
    STRATA_TRY(const ListRef items, items_of(context, subject));
    Text separator;
    if (arguments[0] != nullptr) {
        STRATA_TRY(separator, to_text(context, *arguments[0]));
    }
    STRATA_TRY(const auto attribute, AttributePath::from(context, arguments[1]));
    TextBuilder builder(context);
    for (std::size_t i = 0; i < items->items.size(); ++i) {
        STRATA_CHECK(context.spend(1));
        STRATA_TRY(const Value part, attribute.of(context, items->items[i]));
        STRATA_TRY(const Text text, to_text(context, part));
        STRATA_CHECK(builder.append(i == 0 ? Text() : separator));
        STRATA_CHECK(builder.append(text));
    }
    return Value(builder.take());
}

Result<Value> items(RenderContext& context, const Value& subject, const Arguments&) {
    if (subject.is<Undefined>()) {
        return make_list(context, {});
    }
    const auto* dict = subject.as<DictRef>();
    if (dict == nullptr) {
        return context.error(fmt::format("items: a {} is no mapping", subject.type_name()));
    }
    return pairs_of(context, **dict);
}

/// What an item is sorted or compared by: texts without regard to case unless asked otherwise.
Result<Value> sort_key(RenderContext& context, const Value& value, bool case_sensitive) {
    const auto* text = value.as<Text>();
    if (text == nullptr || case_sensitive) {
        return value;
    }
    STRATA_TRY(Text lowered, map_runs(context, *text, to_lower));
    return Value(std::move(lowered));
}

struct Keyed {
    Value key, item;
};

Result<std::vector<Keyed>> keyed_items(RenderContext& context, const std::vector<Value>& items,
                                       const AttributePath& attribute, bool case_sensitive) {
    std::vector<Keyed> keyed;
    for (const Value& item : items) {
        STRATA_CHECK(context.spend(1));
        STRATA_TRY(const Value by, attribute.of(context, item));
        STRATA_TRY(Value key, sort_key(context, by, case_sensitive));
        keyed.push_back({std::move(key), item});
    }
    return keyed;
}

/// Stable merge sort that can fail in a comparison. Reversed, equal items still keep their order.
Result<void> merge_sort(RenderContext& context, std::vector<Keyed>& items, bool reverse) {
    std::vector<Keyed> merged(items.size());
    for (std::size_t width = 1; width < items.size(); width *= 2) {
        for (std::size_t begin = 0; begin < items.size(); begin += 2 * width) {
            std::size_t left = begin;
            const std::size_t middle = std::min(begin + width, items.size());
            std::size_t right = middle;
            const std::size_t end = std::min(begin + 2 * width, items.size());
            for (std::size_t out = begin; out < end; ++out) {
                bool take_right = left == middle;
                if (!take_right && right < end) {
                    const Value& a = items[left].key;
                    const Value& b = items[right].key;
                    STRATA_TRY(take_right, reverse ? less(context, a, b) : less(context, b, a));
                }
                merged[out] = std::move(items[take_right ? right++ : left++]);
            }
        }
        items.swap(merged);
    }
    return {};
}

Result<Value> sorted(RenderContext& context, std::vector<Keyed> keyed, bool reverse) {
    STRATA_CHECK(merge_sort(context, keyed, reverse));
    std::vector<Value> items;
    items.reserve(keyed.size());
    for (Keyed& entry : keyed) {
        items.push_back(std::move(entry.item));
    }
    return make_list(context, std::move(items));
}

Result<Value> sort(RenderContext& context, const Value& subject, const Arguments& arguments) {
    enum Parameter : std::size_t { kReverse, kCaseSensitive, kAttribute };
    STRATA_TRY(const ListRef items, items_of(context, subject));
    STRATA_TRY(const auto attribute, AttributePath::from(context, arguments[kAttribute]));
    STRATA_TRY(auto keyed, keyed_items(context, items->items, attribute, arguments.flag(kCaseSensitive, false)));
    return sorted(context, std::move(keyed), arguments.flag(kReverse, false));
}

Result<Value> dictsort(RenderContext& context, const Value& subject, const Arguments& arguments) {
    enum Parameter : std::size_t { kCaseSensitive, kBy, kReverse };
    STRATA_TRY(const std::optional<Text> by, arguments.text(context, kBy));
    const bool by_value = by && by->bytes() == "value";
    if (by && !by_value && by->bytes() != "key") {
        return context.error("dictsort: sorts by 'key' or 'value'");
    }
    STRATA_TRY(const Value pairs, items(context, subject, arguments));
    const auto attribute = AttributePath::item(by_value ? 1 : 0);
    STRATA_TRY(auto keyed,
               keyed_items(context, (*pairs.as<ListRef>())->items, attribute, arguments.flag(kCaseSensitive, false)));
    return sorted(context, std::move(keyed), arguments.flag(kReverse, false));
}

Result<Value> unique(RenderContext& context, const Value& subject, const Arguments& arguments) {
    STRATA_TRY(const ListRef all, items_of(context, subject));
    STRATA_TRY(const auto attribute, AttributePath::from(context, arguments[1]));
    STRATA_TRY(const auto keyed, keyed_items(context, all->items, attribute, arguments.flag(0, false)));
    std::vector<Value> kept;
    std::vector<Value> seen;
    for (const Keyed& entry : keyed) {
        bool known = false;
        for (std::size_t i = 0; i < seen.size() && !known; ++i) {
            STRATA_TRY(known, equal(context, seen[i], entry.key));
        }
        if (!known) {
            seen.push_back(entry.key);
            kept.push_back(entry.item);
        }
    }
    return make_list(context, std::move(kept));
}

/// The first item for which no other is less (min) or greater (max).
Result<Value> extreme(RenderContext& context, const Value& subject, const Arguments& arguments, bool greatest) {
    STRATA_TRY(const ListRef items, items_of(context, subject));
    STRATA_TRY(const auto attribute, AttributePath::from(context, arguments[1]));
    STRATA_TRY(const auto keyed, keyed_items(context, items->items, attribute, arguments.flag(0, false)));
    const Keyed* best = nullptr;
    for (const Keyed& entry : keyed) {
        bool better = best == nullptr;
        if (!better) {
            STRATA_TRY(better, greatest ? less(context, best->key, entry.key) : less(context, entry.key, best->key));
        }
        best = better ? &entry : best;
    }
    return best == nullptr ? Value() : best->item;
}

Result<Value> minimum(RenderContext& context, const Value& subject, const Arguments& arguments) {
    return extreme(context, subject, arguments, false);
}

Result<Value> maximum(RenderContext& context, const Value& subject, const Arguments& arguments) {
    return extreme(context, subject, arguments, true);
}

Result<Value> sum(RenderContext& context, const Value& subject, const Arguments& arguments) {
    STRATA_TRY(const ListRef items, items_of(context, subject));
    STRATA_TRY(const auto attribute, AttributePath::from(context, arguments[0]));
    Value total = arguments[1] != nullptr ? *arguments[1] : Value(std::int64_t{0});
    for (const Value& item : items->items) {
        STRATA_CHECK(context.spend(1));
        STRATA_TRY(const Value part, attribute.of(context, item));
        STRATA_TRY(total, arithmetic(context, ArithmeticOperator::add, total, part));
    }
    return total;
}

constexpr std::array<Builtin, 14> kTable = {{
    {"length", {}, 0, length},
    {"count", {}, 0, length},
    {"list", {}, 0, list},
    {"first", {}, 0, first},
    {"last", {}, 0, last},
    {"reverse", {}, 0, reverse},
    {"join", {"d", "attribute"}, 0, join},
    {"items", {}, 0, items},
    {"sort", {"reverse", "case_sensitive", "attribute"}, 0, sort},
    {"dictsort", {"case_sensitive", "by", "reverse"}, 0, dictsort},
    {"unique", {"case_sensitive", "attribute"}, 0, unique},
    {"min", {"case_sensitive", "attribute"}, 0, minimum},
    {"max", {"case_sensitive", "attribute"}, 0, maximum},
    {"sum", {"attribute", "start"}, 0, sum},
}};

}  // namespace

std::span<const Builtin> sequence_filters() {
    return kTable;
}

}  // namespace strata::jinja
