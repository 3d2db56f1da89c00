#pragma once

#include <optional>
#include <vector>

#include <QObject>

#include "strata/request.h"
#include "ui/chat/summary_writer.h"

namespace strata::ui {

class ChatPage;
class EstimateController;
class Notices;
class Theme;

/// Says when a chat has nearly filled what the model can keep in mind, and offers ways on. Nothing is ever cut off by
/// itself.
class ContextJoint : public QObject {
    Q_OBJECT

public:
    /// All must outlive the joint.
    struct Parts {
        const Theme* theme = nullptr;
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
    std::vector<int> ownRows() const;
    void askToShorten();
    void shorten(int kept);
    void writeSummary();
    void tellWriting();
    void tellFailure(const QString& reason);
    void takeSummary(const ConversationId& chat, const QString& summary, int messages);
    void beginNewChat(const ConversationId& chat, const QString& summary, int messages);

    /// Where the chat goes on below the summary that is being written.
    struct Shortened {
        int row = 0;
        qint64 message = 0;
    };

    const Parts parts_;
    SummaryWriter summaries_;
    std::optional<Shortened> shortened_;  ///< none: the summary is for a new chat
    bool told_ = false;                   ///< of the chat on the screen
};

}  // namespace strata::ui
