#pragma once

#include <memory>
#include <optional>
#include <vector>

#include <QString>

#include "app/chat_record.h"
#include "app/request_queue.h"
#include "ui/chat/answer_run.h"
#include "ui/chat/answer_settings.h"
#include "ui/chat/chat_model.h"

namespace strata::ui {

class MessageSaver;

/// A chat in memory: the one on the screen, or one with an answer that runs.
struct ChatSession {
    /// The answer that the engine works on or will.
    struct Running {
        AnswerRun answer;
        AnswerSettings settings;
        quint64 run = 0;        ///< tells it from other answers
        app::RequestId id = 0;  ///< 0: the engine does not have it yet
        bool continues = false;
        bool stopping = false;
        bool unsaved = false;  ///< something came since it was stored
    };
    /// A message that waits for the running answer.
    struct Waiting {
        QString text;
        std::vector<app::AttachedPicture> pictures;
        Thinking thinking = Thinking::off;
    };

    app::ChatRecord chat;              ///< without id until it begins
    MessageSaver* saver = nullptr;     ///< of the store that has it; never empty
    std::unique_ptr<ChatModel> aside;  ///< its messages while another one is on the screen
    std::optional<Running> running;
    std::optional<Waiting> waiting;
    app::Draft draft;
};

}  // namespace strata::ui
