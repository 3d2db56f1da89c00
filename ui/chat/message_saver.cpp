#include "ui/chat/message_saver.h"

namespace strata::ui {

MessageSaver::MessageSaver(app::ChatStore* store, QObject* parent) : QObject(parent), store_(store) {
    retry_.setInterval(kRetry);
    connect(&retry_, &QTimer::timeout, this, &MessageSaver::retry);
}

std::optional<std::vector<qint64>> MessageSaver::place(const app::ChatRecord& chat, qint64 parent,
                                                       std::span<const app::MessageRecord> messages,
                                                       app::BranchState state) {
    auto ids = store_->add(chat, parent, messages, state);
    report(ids ? Result<void>() : tl::unexpected(ids.error()));
    return ids ? std::optional(std::move(*ids)) : std::nullopt;
}

void MessageSaver::save(const ConversationId& chat, const app::MessageRecord& message) {
    const auto saved = store_->saveMessage(message);
    if (saved) {
        unsaved_.erase(message.id);
    } else {
        unsaved_.insert_or_assign(message.id, std::pair(chat, message));
    }
    report(saved);
}

bool MessageSaver::note(const Result<void>& result) {
    report(result);
    return result.has_value();
}

void MessageSaver::drop(const ConversationId& chat) {
    std::erase_if(unsaved_, [&chat](const auto& entry) { return entry.second.first == chat; });
}

void MessageSaver::retry() {
    Result<void> saved;
    while (saved && !unsaved_.empty()) {
        saved = store_->saveMessage(unsaved_.begin()->second.second);
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
