#pragma once

#include <map>
#include <utility>

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

    /// Stores a chat and what was added to it, all or nothing. False: it could not be stored, and is not tried again.
    bool place(const app::ChatRecord& chat, int first, std::span<const app::MessageRecord> messages);
    /// Stores one message, now or as soon as it is possible.
    void save(const ConversationId& chat, int position, const app::MessageRecord& message);
    /// Tells how another change of the store went; that one is not tried again.
    void note(const Result<void>& result) { report(result); }
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
    std::map<std::pair<ConversationId, int>, app::MessageRecord> unsaved_;
    bool troubled_ = false;
    QTimer retry_;
};

}  // namespace strata::ui
