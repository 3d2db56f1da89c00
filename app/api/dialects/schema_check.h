#pragma once

#include <string>
#include <utility>

#include "app/api/dialects/json_schema.h"

namespace strata::app::api {

/// One check of a value against a schema that JsonSchema has read.
class SchemaCheck {
public:
    SchemaCheck(const Json& root, const JsonSchema::Patterns& patterns) : root_(root), patterns_(patterns) {}

    /// True: the value is as this schema wants it. where: for the fault.
    bool run(const Json& schema, const Json& value, const std::string& where);
    /// The first thing that was wrong; empty: nothing.
    const std::string& fault() const { return fault_; }

private:
    bool runParts(const Json& schema, const Json& value, const std::string& where);
    bool runNumber(const Json& schema, const Json& value, const std::string& where);
    bool runText(const Json& schema, const Json& value, const std::string& where);
    bool runArray(const Json& schema, const Json& value, const std::string& where);
    bool runObject(const Json& schema, const Json& value, const std::string& where);
    bool hasUniqueItems(const Json& value);
    /// Runs without keeping what it finds wrong.
    bool accepts(const Json& schema, const Json& value);
    bool fail(const std::string& where, const std::string& what);
    bool isTired();

    const Json& root_;
    const JsonSchema::Patterns& patterns_;
    std::string fault_;
    int steps_ = 0;
    int depth_ = 0;
};

}  // namespace strata::app::api
