#include "ui/chat/chat_list_controller.h"

#include <algorithm>
#include <utility>

#include <QCheckBox>
#include <QDir>
#include <QFileDialog>
#include <QLineEdit>
#include <QLocale>
#include <QMessageBox>
#include <QPushButton>

#include "ui/chat/chat_controller.h"
#include "ui/chat/chat_list.h"
#include "ui/chat/search_results.h"
#include "ui/dialogs/dialog_style.h"
#include "ui/dialogs/export_dialog.h"
#include "ui/style/choice_box.h"
#include "ui/style/theme.h"

namespace strata::ui {

ChatListController::ChatListController(const Theme* theme, ChatList* list, ChatController* chats,
                                       app::PictureStore* pictures, QObject* parent)
    : QObject(parent),
      theme_(theme),
      list_(list),
      chats_(chats),
      finder_(chats->store()),
      transfer_(chats->store(), pictures) {
    connectList();
    connectTransfer();
}

void ChatListController::connectList() {
    connect(list_, &ChatList::searchWanted, &finder_, &app::ChatSearcher::find);
    connect(&finder_, &app::ChatSearcher::found, this, [this](const QString& text, const auto& hits) {
        if (text == list_->searchBox()->text().trimmed()) {
            list_->found()->showAll(hits);
        }
    });
    connect(list_, &ChatList::placeChosen, this, [this](const ConversationId& id, qint64 message, const QString& text) {
        wanted_text_ = text;
        chats_->openMessage(id, message);
        wanted_text_.clear();
        Q_EMIT chatOpened();
    });
    connect(chats_, &ChatController::messageWanted, this, [this](int row) {
        if (!wanted_text_.isEmpty()) {
            Q_EMIT placeOpened(row, wanted_text_);
        }
    });
    connect(list_, &ChatList::deleteWanted, chats_, &ChatController::deleteChats);
    connect(list_, &ChatList::duplicateWanted, chats_, &ChatController::duplicateChat);
    connect(list_, &ChatList::pinWanted, chats_, &ChatController::pinChat);
    connect(list_, &ChatList::newTemporaryChatWanted, this, [this] {
        chats_->newTemporaryChat();
        Q_EMIT chatOpened();
    });
    connect(list_, &ChatList::exportWanted, this, &ChatListController::askToExport);
    connect(list_, &ChatList::importWanted, this, &ChatListController::askToImport);
    connect(list_, &ChatList::deleteAllWanted, this, &ChatListController::askToDeleteAll);
}

void ChatListController::connectTransfer() {
    connect(&transfer_, &app::ChatTransfer::chatImported, chats_, &ChatController::takeImported);
    connect(&transfer_, &app::ChatTransfer::imported, this, &ChatListController::tellImport);
    connect(&transfer_, &app::ChatTransfer::exported, this, [this](const QString& path, int count) {
        const QString place = QDir::toNativeSeparators(path);
        Q_EMIT told(count == 1 ? tr("The chat was written to %1.").arg(place)
                               : tr("%1 chats were written to %2.").arg(QLocale().toString(count), place),
                    false);
    });
    connect(&transfer_, &app::ChatTransfer::failed, this, [this](const Error& error) {
        Q_EMIT told(
            tr("That did not work (%1). Your chats are as they were.").arg(QString::fromStdString(error.message)),
            true);
    });
}

void ChatListController::askToExport(const std::vector<ConversationId>& ids) {
    QString title;
    if (ids.size() == 1) {
        const auto chat = chats_->store()->chat(ids.front());
        title = chat && *chat ? (*chat)->title : QString();
    }
    auto* const dialog = new ExportDialog(theme_, static_cast<int>(ids.size()), title, list_->window());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &ExportDialog::fileChosen, this, [this, ids](const QString& path, const app::ExportChoice& choice) {
        transfer_.exportChats(ids, choice, path);
    });
    dialog->open();
}

void ChatListController::askToExportThis() {
    const ConversationId id = chats_->currentChat();
    if (!id.empty() && !transfer_.isBusy()) {
        askToExport({id});
    }
}

void ChatListController::askToSaveElsewhere() {
    auto* const dialog = new ExportDialog(theme_, 1, chats_->documentOnScreen().chat.title, list_->window());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &ExportDialog::fileChosen, this, [this](const QString& path, const app::ExportChoice& choice) {
        transfer_.exportChat(chats_->documentOnScreen(), choice, path);
    });
    dialog->open();
}

void ChatListController::askToImport() {
    auto* const dialog = new QFileDialog(list_->window(), tr("Import chats"), QDir::homePath(),
                                         tr("Exported chats (*.json);;All files (*)"));
    dialog->setObjectName(QStringLiteral("importDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, &transfer_, &app::ChatTransfer::importFile);
    dialog->open();
}

void ChatListController::askToDeleteAll() {
    const int count = chats_->chatList()->rowCount();
    QMessageBox* const box = makeQuestion(
        QStringLiteral("deleteAllBox"), tr("Delete all chats"),
        count == 1 ? tr("Delete your only chat?") : tr("Delete all %1 chats?").arg(QLocale().toString(count)), *theme_,
        list_->window());
    auto* const for_good = new CheckBox(theme_, tr("Now and for good, also what is in the bin"), box);
    for_good->setObjectName(QStringLiteral("deleteForGood"));
    box->setCheckBox(for_good);
    QPushButton* const remove = box->addButton(tr("Delete"), QMessageBox::DestructiveRole);
    connect(remove, &QAbstractButton::clicked, chats_,
            [this, for_good] { chats_->deleteAllChats(for_good->isChecked()); });
    box->open();
}

void ChatListController::tellImport(const app::ImportReport& report) {
    const QLocale locale;
    QStringList parts;
    if (report.chats_added == 0 && report.messages_added == 0) {
        parts.append(tr("Nothing new was in the file."));
    } else {
        parts.append(tr("Chats added: %1, messages added: %2.")
                         .arg(locale.toString(report.chats_added), locale.toString(report.messages_added)));
    }
    const bool damaged = report.damaged_chats + report.damaged_messages + report.damaged_pictures > 0;
    if (damaged) {
        parts.append(tr("The file is damaged: %1 of %2 messages could be read.")
                         .arg(locale.toString(report.messages_read),
                              locale.toString(report.messages_read + report.damaged_messages)));
        if (report.damaged_chats > 0) {
            parts.append(tr("Whole chats may be missing."));
        }
        if (report.damaged_pictures > 0) {
            parts.append(tr("Pictures that are damaged: %1.").arg(locale.toString(report.damaged_pictures)));
        }
    }
    Q_EMIT told(parts.join(u' '), damaged);
}

}  // namespace strata::ui
