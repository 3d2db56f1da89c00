#include "ui/chat/parked_chats.h"

#include <utility>

#include <QDateTime>
#include <QJsonDocument>

namespace strata::ui {
namespace {

/// For so long a conversation that is not listed is remembered.
constexpr int kNoteDays = 90;
/// Of the store's small things: JSON, id to date in UTC.
const QString kUnfitSince = QStringLiteral("parked_unfit_since");

}  // namespace

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
    look_for_unwanted_ = true;
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
    if (look_for_unwanted_) {
        look_for_unwanted_ = false;  // once for each look: what cannot be forgotten must not keep us busy
        forgetUnwanted();
    }
    Q_EMIT changed();
}

void ParkedChats::setForgetDays(int days) {
    forget_days_ = days;
    refresh();
}

/// A chat may have been deleted while its answer ran, its state was written, or no model was loaded; and what nobody
/// came back to has had its time.
void ParkedChats::forgetUnwanted() {
    const auto bin = store_->bin();
    if (!bin) {
        return;
    }
    std::set<ConversationId> in_bin;
    for (const app::ChatRecord& chat : *bin) {
        in_bin.insert(chat.id);
    }
    const std::set<ConversationId> unfit = unfitTooLong();
    const auto now = std::chrono::system_clock::now();
    std::vector<ConversationId> unwanted;
    for (const ParkedConversation& parked : all_) {
        const bool unused = forget_days_ > 0 && now - parked.last_used > std::chrono::hours(24) * forget_days_;
        if (in_bin.contains(app::chatOf(parked.id)) || (!parked.kept && (unused || unfit.contains(parked.id)))) {
            unwanted.push_back(parked.id);
        }
    }
    if (!unwanted.empty()) {
        engine_->forget(std::move(unwanted));
    }
}

/// What has not fitted for so long that it may go. The store remembers since when it does not; it is asked once.
std::set<ConversationId> ParkedChats::unfitTooLong() {
    const QDateTime now = QDateTime::currentDateTimeUtc();
    if (!unfit_since_) {
        const QString text = store_->state(kUnfitSince).value_or(std::nullopt).value_or(QString());
        unfit_since_ = QJsonDocument::fromJson(text.toUtf8()).object();
    }
    // What is not listed may be so only because no model is loaded: of that, what was noted stays for a while.
    QJsonObject present;
    for (auto note = unfit_since_->begin(); note != unfit_since_->end(); ++note) {
        const QDateTime since = QDateTime::fromString(note.value().toString(), Qt::ISODate);
        if (since.isValid() && since <= now && since.daysTo(now) <= kNoteDays) {
            present.insert(note.key(), note.value());
        }
    }
    std::set<ConversationId> too_long;
    for (const ParkedConversation& parked : all_) {
        const QString id = QString::fromStdString(parked.id);
        if (parked.fit == ParkedFit::fine || id.isEmpty()) {
            present.remove(id);
            continue;
        }
        if (!present.contains(id)) {
            present.insert(id, now.toString(Qt::ISODate));
        }
        if (QDateTime::fromString(present.value(id).toString(), Qt::ISODate).daysTo(now) >= kUnfitDays) {
            too_long.insert(parked.id);
        }
    }
    if (present != *unfit_since_) {
        static_cast<void>(
            store_->setState(kUnfitSince, QString::fromUtf8(QJsonDocument(present).toJson(QJsonDocument::Compact))));
        unfit_since_ = std::move(present);
    }
    return too_long;
}

void ParkedChats::followWriter() {
    const auto state = memory();
    if (!watched_ && !(state && state->writing)) {
        watching_.stop();
    }
    refresh();
}

}  // namespace strata::ui
