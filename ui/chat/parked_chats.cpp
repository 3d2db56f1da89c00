#include "ui/chat/parked_chats.h"

#include <set>
#include <utility>

namespace strata::ui {

ParkedChats::ParkedChats(app::EngineThread* engine, app::ChatStore* store, QObject* parent)
    : QObject(parent), engine_(engine), store_(store) {
    watching_.setInterval(kWatching);
    connect(&watching_, &QTimer::timeout, this, &ParkedChats::followWriter);
    connect(engine, &app::EngineThread::parkedListed, this, &ParkedChats::takeList);
    connect(engine, &app::EngineThread::loaded, this, &ParkedChats::refresh);
    connect(engine, &app::EngineThread::loadFailed, this, &ParkedChats::refresh);
    connect(engine, &app::EngineThread::failed, this, &ParkedChats::refresh);
    connect(engine, &app::EngineThread::finished, this, [this] {
        refresh();
        watching_.start();
    });
}

std::optional<ConversationMemory> ParkedChats::memory() const {
    const auto status = engine_->status();
    return status ? std::optional(status->memory) : std::nullopt;
}

void ParkedChats::refresh() {
    look_for_deleted_ = true;
    engine_->listParked();
}

void ParkedChats::setWatched(bool watched) {
    watched_ = watched;
    if (watched) {
        refresh();
        watching_.start();
    }
}

void ParkedChats::keep(const ConversationId& id, bool kept) {
    engine_->keep(id, kept);
}

void ParkedChats::forget(const std::vector<ConversationId>& ids) {
    engine_->forget(ids);
}

void ParkedChats::takeList(const std::vector<ParkedConversation>& conversations) {
    all_ = conversations;
    if (look_for_deleted_) {
        look_for_deleted_ = false;  // once for each look: what cannot be forgotten must not keep us busy
        forgetDeleted();
    }
    Q_EMIT changed();
}

/// A chat may have been deleted while its answer ran, its state was written, or no model was loaded.
void ParkedChats::forgetDeleted() {
    const auto bin = store_->bin();
    if (!bin) {
        return;
    }
    std::set<ConversationId> in_bin;
    for (const app::ChatRecord& chat : *bin) {
        in_bin.insert(chat.id);
    }
    std::vector<ConversationId> deleted;
    for (const ParkedConversation& parked : all_) {
        if (in_bin.contains(app::chatOf(parked.id))) {
            deleted.push_back(parked.id);
        }
    }
    if (!deleted.empty()) {
        engine_->forget(std::move(deleted));
    }
}

void ParkedChats::followWriter() {
    const auto state = memory();
    if (!watched_ && !(state && state->writing)) {
        watching_.stop();
    }
    refresh();
}

}  // namespace strata::ui
