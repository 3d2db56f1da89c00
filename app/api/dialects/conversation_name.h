#pragma once

#include "app/api/dialects/fields.h"
#include "app/api/http_message.h"
#include "strata/request.h"

namespace strata::app::api {

/// Which conversation a request belongs to, by its header X-Strata-Conversation or its field strata_conversation.
/// Errors go to `refusal`, not to the one of the fields: they come after those of all fields.
ConversationId readConversationName(const Fields& fields, const HttpRequest& http, Refusal& refusal);

}  // namespace strata::app::api
