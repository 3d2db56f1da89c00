#pragma once

#include <map>
#include <string>

#include "app/api/dialects/content_reader.h"
#include "app/api/dialects/conversation_builder.h"
#include "app/api/dialects/fields.h"
#include "app/api/dialects/tools_reader.h"

namespace strata::app::api {

/// How a tool was declared, where its calls are told in another way than a function's.
struct ToolOrigin {
    bool custom = false;   ///< its one argument is a text
    std::string space;     ///< name of the namespace it was in; empty: none
    std::string own_name;  ///< without that
};

/// The tools of Responses. Those that only the vendor's cloud can run are left out.
ToolList readResponseTools(const Fields& request, std::map<std::string, ToolOrigin>& origins);

/// The items of Responses, with `instructions` before them.
void readResponseInput(const Fields& request, ContentReader& contents, ConversationBuilder& conversation);

/// Thinking as an opaque text that a client keeps and sends back, and what such a text says; empty: it is none of ours.
std::string sealedThinking(const std::string& thinking);
std::string unsealedThinking(const std::string& sealed);

}  // namespace strata::app::api
