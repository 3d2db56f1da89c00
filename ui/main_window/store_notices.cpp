#include "ui/main_window/store_notices.h"

#include <utility>

#include <QDateTime>
#include <QDir>
#include <QFileInfo>
#include <QLocale>

#include "ui/chat/chat_controller.h"
#include "ui/chat/chat_list_controller.h"
#include "ui/main_window/notices.h"

namespace strata::ui {

StoreNotices::StoreNotices(Parts parts, const std::optional<app::ChatStoreTrouble>& trouble, QObject* parent)
    : QObject(parent), parts_(std::move(parts)) {
    const MessageSaver* const saver = parts_.controller->saver();
    connect(saver, &MessageSaver::failed, this, &StoreNotices::showUnsaved);
    connect(saver, &MessageSaver::recovered, this, [this] { parts_.notices->remove(Notices::Kind::saving); });
    connect(parts_.controller, &ChatController::openFailed, this, &StoreNotices::showUnreadable);
    connect(parts_.controller, &ChatController::chatOpened, this,
            [this] { parts_.notices->remove(Notices::Kind::chat); });
    if (trouble) {
        showTrouble(*trouble);
    }
}

void StoreNotices::showTrouble(const app::ChatStoreTrouble& trouble) {
    if (trouble.kind == app::ChatStoreTrouble::Kind::damaged) {
        showDamaged(trouble);
        return;
    }
    const bool shown = trouble.messages_read > 0;
    QString text;
    if (trouble.kind == app::ChatStoreTrouble::Kind::newer) {
        text = shown ? tr("Your chats were stored by a newer version of Strata. This one only shows them; what you "
                          "write now is lost when Strata is closed.")
                     : tr("Your chats were stored by a newer version of Strata, which this one cannot read. They are "
                          "kept as they are; what you write now is lost when Strata is closed.");
    } else {
        text = shown ? tr("Your chats can be read, but nothing can be stored (%1). What you write now is lost when "
                          "Strata is closed.")
                           .arg(trouble.reason)
                     : tr("Chats cannot be stored (%1). What you write now is lost when Strata is closed.")
                           .arg(trouble.reason);
    }
    parts_.notices->put(
        Notices::Kind::store,
        {NoticeBar::Tone::error, text, tr("OK"), [this] { parts_.notices->remove(Notices::Kind::store); }, {}, {}});
}

void StoreNotices::showDamaged(const app::ChatStoreTrouble& trouble) {
    const QLocale locale;
    Notice notice;
    notice.tone = NoticeBar::Tone::error;
    const QString name = QFileInfo(trouble.set_aside).fileName();
    notice.text = trouble.messages_read > 0
                      ? tr("The file with your chats is damaged. %1 of %2 messages could be read. The file is kept "
                           "untouched as %3.")
                            .arg(locale.toString(trouble.messages_read), locale.toString(trouble.messages_total), name)
                      : tr("The file with your chats is damaged (%1) and nothing in it could be read. It is kept "
                           "untouched as %2, and a new list was begun.")
                            .arg(trouble.reason, name);
    if (!trouble.restored_from.isEmpty()) {
        notice.text =
            tr("The file with your chats is damaged (%1). The daily copy of %2 was taken instead. The "
               "damaged file is kept untouched as %3.")
                .arg(trouble.reason,
                     locale.toString(QFileInfo(trouble.restored_from).lastModified().date(), QLocale::ShortFormat),
                     name);
    }
    notice.action = trouble.messages_read > 0 ? tr("Open what is there") : tr("OK");
    notice.act = [this] {
        parts_.notices->remove(Notices::Kind::store);
        if (parts_.controller->currentChat().empty() && parts_.controller->chatList()->rowCount() > 0) {
            parts_.controller->openChat(parts_.controller->chatList()->idAt(0));
        }
    };
    notice.second_action = tr("Show file");
    notice.second_act = showingFile(trouble.set_aside);
    parts_.notices->put(Notices::Kind::store, std::move(notice));
}

void StoreNotices::showUnsaved(const QString& reason) {
    parts_.notices->put(Notices::Kind::saving,
                        {NoticeBar::Tone::error,
                         tr("The chat could not be saved (%1). It is still open; do not close Strata.").arg(reason),
                         tr("Save elsewhere"), [this] { parts_.list->askToSaveElsewhere(); }, tr("Try again"),
                         [this] { parts_.controller->saver()->retry(); }});
}

/// A damaged chat is read piece by piece when the program starts: before anything else is written into the file.
void StoreNotices::showUnreadable(const Error& error) {
    const QString reason = QString::fromStdString(error.message);
    Notice notice{NoticeBar::Tone::error,
                  tr("This chat could not be read (%1).").arg(reason),
                  tr("OK"),
                  [this] { parts_.notices->remove(Notices::Kind::chat); },
                  {},
                  {}};
    if (error.code == ErrorCode::bad_file) {
        notice.text = tr("This chat is damaged (%1). When Strata starts the next time, it reads what is there; the "
                         "file is kept untouched.")
                          .arg(reason);
        notice.second_action = tr("Show file");
        notice.second_act = showingFile(parts_.controller->store()->path());
    }
    parts_.notices->put(Notices::Kind::chat, std::move(notice));
}

/// Opens the folder that has a file.
std::function<void()> StoreNotices::showingFile(const QString& path) const {
    return [this, path] { parts_.open_link(QUrl::fromLocalFile(QFileInfo(path).absolutePath())); };
}

}  // namespace strata::ui
