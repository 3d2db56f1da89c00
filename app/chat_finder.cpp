#include "app/chat_finder.h"

#include <utility>

#include <QtConcurrent>

namespace strata::app {

ChatFinder::ChatFinder(const ChatStore* store, QObject* parent) : QObject(parent), store_(store) {
    pool_.setMaxThreadCount(1);
    connect(&running_, &QFutureWatcherBase::finished, this, &ChatFinder::takeHits);
}

ChatFinder::~ChatFinder() {
    running_.disconnect(this);
    pool_.waitForDone();
}

void ChatFinder::find(const QString& text) {
    if (running_.isRunning()) {
        waiting_ = text;
    } else {
        start(text);
    }
}

void ChatFinder::start(const QString& text) {
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

void ChatFinder::takeHits() {
    if (const auto next = std::exchange(waiting_, std::nullopt)) {
        start(*next);
    } else {
        Q_EMIT found(running_text_, running_.result());
    }
}

}  // namespace strata::app
