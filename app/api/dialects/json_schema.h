#pragma once

#include <memory>
#include <string>

#include "app/api/api_error.h"
#include "app/api/dialects/json_text.h"

namespace strata::app::api {

/// A JSON schema, checked and ready to look at values. Knows the keywords that structured output allows; one that would
/// restrict a value and is not known makes the schema unusable, so that nothing is ever less strict than it was asked
/// to be. Patterns run in linear time. Immutable; any thread.
class JsonSchema {
public:
    static constexpr std::size_t kMostBytes = 64 * 1024;
    static constexpr int kMostLevels = 32;
    static constexpr int kMostNodes = 2000;

    /// path: where the schema stands in the request, for errors. Errors: unsupported_value for what it cannot hold to,
    /// invalid_value for what is no schema.
    static ApiResult<std::shared_ptr<const JsonSchema>> create(const Json& schema, const std::string& path);
    ~JsonSchema();

    /// Why a value is not what the schema wants, in words; empty: it is.
    std::string fault(const Json& value) const;

private:
    struct Data;
    explicit JsonSchema(std::unique_ptr<const Data> data);
    std::unique_ptr<const Data> data_;
};

}  // namespace strata::app::api
