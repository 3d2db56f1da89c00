#pragma once

#include <QObject>

#include "strata/request.h"
#include "ui/chat/summary_writer.h"

namespace strata::ui {

class ChatPage;
class EstimateController;
class Notices;

/// Says when a chat has nearly filled what the model can keep in mind, and offers ways on. Nothing is ever cut off by
/// itself.
class ContextJoint : public QObject {
    Q_OBJECT

public:
    /// All must outlive the joint.
    struct Parts {
        Notices* notices = nullptr;
        EstimateController* estimates = nullptr;
        ChatController* controller = nullptr;
        ChatPage* page = nullptr;
        app::EngineThread* engine = nullptr;
    };

    explicit ContextJoint(const Parts& parts, QObject* parent = nullptr);

Q_SIGNALS:
    /// The model is to keep more in mind.
    void moreMemoryWanted();

private:
    void showShare();
    void writeSummary();
    void takeSummary(const ConversationId& chat, const QString& summary);

    const Parts parts_;
    SummaryWriter summaries_;
    bool told_ = false;  ///< of the chat on the screen
};

}  // namespace strata::ui
