#pragma once

#include <map>
#include <memory>
#include <vector>

#include <QString>

#include "strata/request.h"
#include "ui/chat/answer_settings.h"
#include "ui/chat/chat_model.h"

namespace strata::ui {

/// Pictures for the model, by the hashes of their files.
using ReadPictures = std::map<QString, std::shared_ptr<const Picture>>;

/// What is asked for besides the messages.
struct ChatOptions {
    ConversationId conversation;
    QString title;
    Thinking thinking = Thinking::off;
    bool built_in_model = false;  ///< the practice model, which has instructions of its own
    QString instructions;         ///< of the chat
    AnswerSettings settings;
    bool temporary = false;  ///< nothing of it may be written to disk
    bool continues = false;  ///< the answer was begun and is to go on
    ReadPictures pictures;   ///< of the messages
};

/// The request that makes the engine answer all that stands before the answer in `answer_row`, or go on with that.
///
/// Answers without text are left out, and of several answers to one message all but the last. Errors are never told.
GenerationRequest makeRequest(const ChatModel& chat, int answer_row, const ChatOptions& options);

/// The pictures that such a request needs.
std::vector<app::AttachedPicture> neededPictures(const ChatModel& chat, int answer_row);

}  // namespace strata::ui
