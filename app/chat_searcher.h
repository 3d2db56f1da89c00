#pragma once

#include <optional>
#include <vector>

#include <QFutureWatcher>
#include <QObject>
#include <QThreadPool>

#include "app/chat_store.h"

namespace strata::app {

/// Searches the chats beside the window's thread, with a connection of its own. One search at a time; while one runs,
/// only the newest further one waits. Lives on the window's thread.
class ChatSearcher : public QObject {
    Q_OBJECT

public:
    static constexpr int kMostHits = 60;

    /// store must outlive this. One in memory is searched at once.
    explicit ChatSearcher(const ChatStore* store, QObject* parent = nullptr);
    /// Waits for a search that runs.
    ~ChatSearcher() override;

    /// Reports with found, unless another search follows first.
    void find(const QString& text);

Q_SIGNALS:
    /// An empty list also for what could not be read.
    void found(const QString& text, const std::vector<strata::app::SearchHit>& hits);

private:
    using Hits = std::vector<SearchHit>;
    void start(const QString& text);
    void takeHits();

    const ChatStore* store_;
    QThreadPool pool_;
    QFutureWatcher<Hits> running_;
    QString running_text_;
    std::optional<QString> waiting_;
};

}  // namespace strata::app
