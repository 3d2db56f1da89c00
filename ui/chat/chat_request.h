#pragma once

#include "strata/request.h"
#include "ui/chat/chat_model.h"

namespace strata::ui {

/// What is asked for besides the messages.
struct ChatOptions {
    ConversationId conversation;
    QString title;
    Thinking thinking = Thinking::off;
    bool built_in_model = false;  ///< the practice model, which is at its best without chance
};

/// The request that makes the engine answer all that stands before the answer in `answer_row`.
///
/// Answers without text are left out, and of several answers to one message all but the last. Errors are never told.
GenerationRequest makeRequest(const ChatModel& chat, int answer_row, const ChatOptions& options);

}  // namespace strata::ui
