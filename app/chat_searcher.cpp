#include "app/chat_searcher.h"

#include <utility>

#include <QtConcurrent>

namespace strata::app {

ChatSearcher::ChatSearcher(const ChatStore* store, QObject* parent) : QObject(parent), store_(store) {
    pool_.setMaxThreadCount(1);
    connect(&running_, &QFutureWatcherBase::finished, this, &ChatSearcher::takeHits);
}

ChatSearcher::~ChatSearcher() {
    running_.disconnect(this);
    pool_.waitForDone();
}

void ChatSearcher::find(const QString& text) {
    if (running_.isRunning()) {
        waiting_ = text;
    } else {
        start(text);
    }
}

void ChatSearcher::start(const QString& text) {
    running_text_ = text;
    if (store_->path().isEmpty()) {
        Q_EMIT found(text, store_->search(text, kMostHits).value_or(Hits()));
        return;
    }
    running_.setFuture(QtConcurrent::run(&pool_, [path = store_->path(), text] {
        const auto database = ChatDatabase::openToRead(path);
        return database ? searchChats(**database, text, kMostHits).value_or(Hits()) : Hits();
    }));
}

void ChatSearcher::takeHits() {
    if (const auto next = std::exchange(waiting_, std::nullopt)) {
        start(*next);
    } else {
        Q_EMIT found(running_text_, running_.result());
    }
}

}  // namespace strata::app
