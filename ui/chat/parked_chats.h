#pragma once

#include <optional>
#include <set>
#include <vector>

#include <QJsonObject>
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
    /// So long what no longer fits model or settings stays, counted from the day on which that was seen.
    static constexpr int kUnfitDays = 7;

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
    /// How long what was not used stays; 0 days: for ever. What the person keeps stays in any case.
    void setForgetDays(int days);
    void keep(const ConversationId& id, bool kept);
    void forget(const std::vector<ConversationId>& ids);

Q_SIGNALS:
    void changed();

private:
    void takeList(const std::vector<ParkedConversation>& conversations);
    void forgetUnwanted();
    std::set<ConversationId> unfitTooLong();
    void followWriter();

    app::EngineThread* engine_;
    app::ChatStore* store_;
    std::vector<ParkedConversation> all_;
    bool look_for_unwanted_ = false;
    int forget_days_ = 0;
    std::optional<QJsonObject> unfit_since_;  ///< ids to dates, as the store has it; none: not asked yet
    bool watched_ = false;
    QTimer watching_;  ///< runs while somebody watches, and after an answer until its state is written
};

}  // namespace strata::ui
