#include "ui/chat/message_saver.h"

namespace strata::ui {

MessageSaver::MessageSaver(app::ChatStore* store, QObject* parent) : QObject(parent), store_(store) {
    retry_.setInterval(kRetry);
    connect(&retry_, &QTimer::timeout, this, &MessageSaver::retry);
}

bool MessageSaver::place(const app::ChatRecord& chat, int first, std::span<const app::MessageRecord> messages) {
    const auto saved = store_->save(chat, first, messages);
    report(saved);
    return saved.has_value();
}

void MessageSaver::save(const ConversationId& chat, int position, const app::MessageRecord& message) {
    const auto saved = store_->saveMessage(chat, position, message);
    if (saved) {
        unsaved_.erase({chat, position});
    } else {
        unsaved_.insert_or_assign({chat, position}, message);
    }
    report(saved);
}

void MessageSaver::drop(const ConversationId& chat) {
    std::erase_if(unsaved_, [&chat](const auto& entry) { return entry.first.first == chat; });
}

void MessageSaver::retry() {
    Result<void> saved;
    while (saved && !unsaved_.empty()) {
        const auto& [place, message] = *unsaved_.begin();
        saved = store_->saveMessage(place.first, place.second, message);
        if (saved) {
            unsaved_.erase(unsaved_.begin());
        }
    }
    report(saved);
}

void MessageSaver::report(const Result<void>& result) {
    if (!result) {
        troubled_ = true;
        retry_.start();
        Q_EMIT failed(QString::fromStdString(result.error().message));
    } else if (troubled_ && unsaved_.empty()) {
        troubled_ = false;
        retry_.stop();
        Q_EMIT recovered();
    }
}

}  // namespace strata::ui
