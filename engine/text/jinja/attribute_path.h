#pragma once

#include <cstdint>
#include <vector>

#include "text/jinja/render_context.h"
#include "text/jinja/value.h"

namespace strata::jinja {

/// What filters take as `attribute`: a name, an item's number, or several with dots: "function.name", "0", 1.
class AttributePath {
public:
    /// Null or none: the item itself. Errors: neither a text nor an integer.
    static Result<AttributePath> from(RenderContext& context, const Value* value);
    static AttributePath item(std::int64_t index);

    /// Follows the path from an item. Errors: the attribute of what is undefined.
    Result<Value> of(RenderContext& context, const Value& item) const;

private:
    std::vector<Value> keys_;
};

}  // namespace strata::jinja
