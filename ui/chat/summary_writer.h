#pragma once

#include <string>

#include <QObject>

#include "app/engine_thread.h"
#include "strata/request.h"

namespace strata::ui {

class ChatController;

/// Lets the model sum up a chat, or its beginning. One at a time.
class SummaryWriter : public QObject {
    Q_OBJECT

public:
    /// Both must outlive it.
    SummaryWriter(app::EngineThread* engine, ChatController* chats, QObject* parent = nullptr);

    /// Sums up the first `messages` of a chat; where the model has no room for them and the question, fewer, down to
    /// `fewest`. Reports with exactly one of written and failed.
    void write(const ConversationId& chat, int messages, int fewest);
    bool isWriting() const { return asked_ != 0; }
    void cancel();

Q_SIGNALS:
    /// messages: how many are summed up.
    void written(const strata::ConversationId& chat, const QString& summary, int messages);
    void failed(const QString& reason);

private:
    void ask();
    void end(const GenerationSummary& summary);
    void takeError(const Error& error);

    app::EngineThread* engine_;
    ChatController* chats_;
    ConversationId chat_;
    int messages_ = 0;
    int fewest_ = 0;
    app::RequestId asked_ = 0;
    std::string text_;
};

}  // namespace strata::ui
