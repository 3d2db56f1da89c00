#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "text/jinja/text.h"

namespace strata::jinja {

struct Builtin;
struct Dict;
struct List;
struct Loop;
struct Macro;
struct Method;
struct Namespace;

/// What a missing variable, attribute or item gives: prints as nothing, counts as false, has no attributes.
struct Undefined {
    const std::string* name = nullptr;  ///< what was looked for, owned by the syntax tree; null: not known
};

struct None {};

/// A whole number of a variable beyond 64 bits with sign: may be printed and compared for equality, not calculated
/// with.
struct BigInteger {
    std::string digits;
};

using ListRef = std::shared_ptr<const List>;  // lists, maps and bound methods are immutable and shared by values;
using DictRef = std::shared_ptr<const Dict>;  // nothing in them can lead back to themselves
using MethodRef = std::shared_ptr<const Method>;
using LoopRef = std::shared_ptr<const Loop>;  // changed by the running loop alone

/// A value of the template language.
class Value {
public:
    using Data = std::variant<Undefined, None, bool, std::int64_t, BigInteger, double, Text, ListRef, DictRef,
                              Namespace*, LoopRef, const Macro*, const Builtin*, MethodRef>;

    Value() = default;  ///< undefined
    /// A value of exactly the type T. Texts, lists and maps know their origin themselves.
    template <class T>
    explicit Value(T data, Origin origin = Origin::own)
        : data_(std::in_place_type<T>, std::move(data)), origin_(origin) {}

    /// The content if it is a T, else null.
    template <class T>
    const T* as() const {
        return std::get_if<T>(&data_);
    }
    template <class T>
    bool is() const {
        return std::holds_alternative<T>(data_);
    }
    const Data& data() const { return data_; }

    /// Foreign if it came out of a variable, or if anything in it did.
    Origin origin() const;

    /// "string", "mapping", ...: for error messages.
    std::string_view type_name() const;
    /// How many containers deep it is; 0 for what is no container.
    int depth() const;

private:
    Data data_;
    Origin origin_ = Origin::own;
};

struct List {
    std::vector<Value> items;
    bool is_tuple = false;
    Origin origin = Origin::own;  ///< foreign if an item is
    int depth = 1;                ///< 1 more than that of the deepest item
};

/// Keeps the order of insertion. Keys are texts, numbers, booleans or none; no two are equal.
struct Dict {
    using Entry = std::pair<Value, Value>;

    std::vector<Entry> entries;
    Origin origin = Origin::own;
    int depth = 1;
};

/// namespace(): the only thing that `set` can change from inside a loop. Lives in the RenderContext.
struct Namespace {
    std::map<std::string, Value, std::less<>> attributes;
};

/// What `loop` means inside a `for`.
struct Loop {
    ListRef items;
    std::size_t index = 0;  ///< of the running item, from 0
};

/// `text.strip` before its call.
struct Method {
    Value receiver;
    const Builtin* builtin = nullptr;
};

}  // namespace strata::jinja
