#include "text/jinja/value.h"

namespace strata::jinja {
namespace {

struct TypeName {
    std::string_view operator()(const Undefined&) const { return "undefined"; }
    std::string_view operator()(const None&) const { return "none"; }
    std::string_view operator()(bool) const { return "boolean"; }
    std::string_view operator()(std::int64_t) const { return "integer"; }
    std::string_view operator()(const BigInteger&) const { return "large integer"; }
    std::string_view operator()(double) const { return "float"; }
    std::string_view operator()(const Text&) const { return "string"; }
    std::string_view operator()(const ListRef& list) const { return list->is_tuple ? "tuple" : "list"; }
    std::string_view operator()(const DictRef&) const { return "mapping"; }
    std::string_view operator()(Namespace*) const { return "namespace"; }
    std::string_view operator()(const LoopRef&) const { return "loop"; }
    std::string_view operator()(const Macro*) const { return "macro"; }
    std::string_view operator()(const Builtin*) const { return "function"; }
    std::string_view operator()(const MethodRef&) const { return "method"; }
};

}  // namespace

Origin Value::origin() const {
    if (const auto* text = as<Text>()) {
        return text->origin();
    }
    if (const auto* list = as<ListRef>()) {
        return (*list)->origin;
    }
    if (const auto* dict = as<DictRef>()) {
        return (*dict)->origin;
    }
    return origin_;
}

std::string_view Value::type_name() const {
    return std::visit(TypeName(), data_);
}

int Value::depth() const {
    if (const auto* list = as<ListRef>()) {
        return (*list)->depth;
    }
    if (const auto* dict = as<DictRef>()) {
        return (*dict)->depth;
    }
    if (const auto* loop = as<LoopRef>()) {
        return (*loop)->items->depth + 1;
    }
    if (const auto* method = as<MethodRef>()) {
        return (*method)->receiver.depth() + 1;
    }
    return 0;
}

}  // namespace strata::jinja
