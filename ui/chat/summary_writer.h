#pragma once

#include <string>

#include <QObject>

#include "app/engine_thread.h"
#include "strata/request.h"

namespace strata::ui {

class ChatController;

/// Lets the model sum up a chat, so that a new one can go on from there. One at a time.
class SummaryWriter : public QObject {
    Q_OBJECT

public:
    /// Both must outlive it.
    SummaryWriter(app::EngineThread* engine, ChatController* chats, QObject* parent = nullptr);

    /// Reports with exactly one of written and failed.
    void write(const ConversationId& chat);
    bool isWriting() const { return asked_ != 0; }
    void cancel();

Q_SIGNALS:
    void written(const strata::ConversationId& chat, const QString& summary);
    void failed(const QString& reason);

private:
    void end(const GenerationSummary& summary);

    app::EngineThread* engine_;
    ChatController* chats_;
    ConversationId chat_;
    app::RequestId asked_ = 0;
    std::string text_;
};

}  // namespace strata::ui
