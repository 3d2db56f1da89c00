#include "app/api/dialects/conversation_name.h"

#include <algorithm>

namespace strata::app::api {
namespace {

constexpr const char* kField = "strata_conversation";
constexpr std::size_t kMostCharacters = 128;

bool isNameCharacter(char c) {
    const bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    return is_letter || (c >= '0' && c <= '9') || c == '.' || c == '_' || c == ':' || c == '-';
}

bool isName(const std::string& name) {
    return !name.empty() && name.size() <= kMostCharacters && name.front() != '.' &&
           std::ranges::all_of(name, isNameCharacter);
}

}  // namespace

ConversationId readConversationName(const Fields& fields, const HttpRequest& http, Refusal& refusal) {
    const std::string* in_header = http.header("X-Strata-Conversation");
    const std::string* in_body = fields.text(kField);
    for (const std::string* name : {in_header, in_body}) {
        if (name != nullptr && !isName(*name)) {
            refusal.add(ErrorKind::invalid_conversation_id,
                        "strata_conversation: expected 1 to 128 characters of A-Z a-z 0-9 . _ : - that do not begin "
                        "with a dot",
                        kField);
        }
    }
    if (in_header != nullptr && in_body != nullptr && *in_header != *in_body) {
        refusal.add(ErrorKind::conversation_conflict,
                    "strata_conversation: the header X-Strata-Conversation names another conversation", kField);
    }
    const std::string* name = in_header != nullptr ? in_header : in_body;
    return name != nullptr ? *name : std::string();
}

}  // namespace strata::app::api
