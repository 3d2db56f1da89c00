#pragma once

#include "app/api/dialects/content_reader.h"
#include "app/api/dialects/conversation_builder.h"
#include "app/api/dialects/fields.h"

namespace strata::app::api {

/// Reads the messages of Chat Completions.
void readChatMessages(const Fields& request, ContentReader& contents, ConversationBuilder& conversation);

/// Whether the last message is an answer to go on with, by what the request says about it.
bool wantsContinuation(const Fields& request, const ConversationBuilder& conversation);

}  // namespace strata::app::api
