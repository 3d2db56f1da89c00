#pragma once

#include <vector>

#include <QObject>
#include <QTimer>

#include "app/chat_store.h"
#include "app/engine_thread.h"

namespace strata::ui {

/// Knows what the engine has parked, and makes it let go of what belongs to deleted chats.
class ParkedChats : public QObject {
    Q_OBJECT

public:
    static constexpr std::chrono::milliseconds kWatching{1000};

    /// Both must outlive this.
    ParkedChats(app::EngineThread* engine, app::ChatStore* store, QObject* parent = nullptr);

    app::ChatStore* store() const { return store_; }
    const std::vector<ParkedConversation>& all() const { return all_; }
    /// Budgets and bytes; none without a model.
    std::optional<ConversationMemory> memory() const;

    /// Looks again now; reports with changed.
    void refresh();
    /// Looks every second, for as long as somebody watches.
    void setWatched(bool watched);
    void keep(const ConversationId& id, bool kept);
    void forget(const std::vector<ConversationId>& ids);

Q_SIGNALS:
    void changed();

private:
    void takeList(const std::vector<ParkedConversation>& conversations);
    void forgetDeleted();
    void followWriter();

    app::EngineThread* engine_;
    app::ChatStore* store_;
    std::vector<ParkedConversation> all_;
    bool look_for_deleted_ = false;
    bool watched_ = false;
    QTimer watching_;  ///< runs while somebody watches, and after an answer until its state is written
};

}  // namespace strata::ui
