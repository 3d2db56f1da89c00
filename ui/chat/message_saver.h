#pragma once

#include <chrono>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <QObject>
#include <QTimer>

#include "app/chat_store.h"

namespace strata::ui {

/// Stores messages, and keeps at it when storing fails: what could not be stored is tried again until it is.
class MessageSaver : public QObject {
    Q_OBJECT

public:
    static constexpr std::chrono::seconds kRetry{5};

    /// store must outlive the saver.
    explicit MessageSaver(app::ChatStore* store, QObject* parent = nullptr);

    app::ChatStore* store() const { return store_; }

    /// Stores a chat and messages that are added below `parent`, all or nothing. Returns their ids; none: they could
    /// not be stored, and that is not tried again.
    std::optional<std::vector<qint64>> place(const app::ChatRecord& chat, qint64 parent,
                                             std::span<const app::MessageRecord> messages,
                                             app::BranchState state = app::BranchState::own);
    /// Stores one message, now or as soon as it is possible.
    void save(const ConversationId& chat, const app::MessageRecord& message);
    /// Tells how another change of the store went; that one is not tried again. True: well.
    bool note(const Result<void>& result);
    /// Gives up what of a chat could not be stored: the chat is gone.
    void drop(const ConversationId& chat);
    /// Tries again now.
    void retry();

Q_SIGNALS:
    /// Something could not be stored, and why.
    void failed(const QString& reason);
    /// All is stored again.
    void recovered();

private:
    void report(const Result<void>& result);

    app::ChatStore* store_;
    std::map<qint64, std::pair<ConversationId, app::MessageRecord>> unsaved_;  ///< by the id of the message
    bool troubled_ = false;
    QTimer retry_;
};

}  // namespace strata::ui
