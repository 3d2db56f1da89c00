#pragma once

#include <chrono>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include <QObject>
#include <QTimer>

#include "app/engine_thread.h"
#include "strata/event.h"
#include "strata/request.h"

namespace strata::app {
class Settings;
}  // namespace strata::app

namespace strata::ui {

class ChatController;

/// Lets the model find a better title for a chat that has got its first answer, once nobody needs the engine. Whatever
/// else comes for the engine ends that; a title that the person gave stays.
class TitleWriter : public QObject {
    Q_OBJECT

public:
    /// How long nothing must have been asked.
    static constexpr std::chrono::seconds kIdle{4};

    /// All must outlive it.
    TitleWriter(app::EngineThread* engine, ChatController* chats, const app::Settings* settings,
                QObject* parent = nullptr);

    void setIdleTime(std::chrono::milliseconds time) { idle_.setInterval(time); }

private:
    void noteAnswered(const ConversationId& chat);
    void noteSubmitted(app::RequestId id);
    void writeNext();
    void take(const GenerationSummary& summary);
    void forget();

    app::EngineThread* engine_;
    ChatController* chats_;
    const app::Settings* settings_;
    std::deque<ConversationId> waiting_;
    ConversationId chat_;  ///< whose title is written; empty: none is
    app::RequestId asked_ = 0;
    bool asking_ = false;
    std::string text_;
    QTimer idle_;
};

/// What a model wrote as a title, without what models like to put around it; empty: it is none.
QString titleFromModel(const QString& text);

}  // namespace strata::ui
