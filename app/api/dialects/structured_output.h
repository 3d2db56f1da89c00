#pragma once

#include "app/api/dialect.h"
#include "app/api/dialects/conversation_builder.h"
#include "app/api/dialects/fields.h"

namespace strata::app::api {

/// Where the words about a form of the answer stand in a dialect.
struct FormatPlace {
    const Fields& parent;
    const char* name;           ///< the field that holds them
    bool wraps_schema = false;  ///< the schema is inside a field "json_schema"
    bool needs_schema = false;  ///< json_schema is the only form
};

/// Reads what form the answer must have: has the answer checked for it, and tells the model.
void readFormat(const FormatPlace& place, ConversationBuilder& conversation, ApiCall& call);

}  // namespace strata::app::api
