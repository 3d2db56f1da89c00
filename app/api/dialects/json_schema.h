#pragma once

#include <map>
#include <memory>
#include <string>

#include "app/api/api_error.h"
#include "app/api/dialects/json_text.h"

namespace re2 {
class RE2;
}

namespace strata::app::api {

/// A JSON schema, of the keywords that are known here and no others: one that is not known might be the one that
/// matters. Bounded in size, in levels, and in the steps of a check. Immutable.
class JsonSchema {
public:
    /// param: where it stood, for errors. Errors: unsupported_value for what cannot be checked, invalid_value for what
    /// is no schema or too large.
    static ApiResult<JsonSchema> read(const Json& schema, const std::string& param);

    /// Empty: the value is as the schema wants it. Otherwise what is wrong, with where.
    std::string fault(const Json& value) const;

    using Patterns = std::map<std::string, std::shared_ptr<const re2::RE2>, std::less<>>;

private:
    JsonSchema(Json schema, Patterns patterns);

    Json schema_;
    Patterns patterns_;  // shared by copies, never changed
};

/// What a local reference ("#/$defs/City") points to in a schema; null pointer: nothing.
const Json* resolveReference(const Json& root, const std::string& reference);

}  // namespace strata::app::api
