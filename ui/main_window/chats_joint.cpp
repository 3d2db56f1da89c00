#include "ui/main_window/chats_joint.h"

#include <functional>
#include <utility>

#include <QKeySequence>
#include <QLineEdit>
#include <QShortcut>

#include "ui/chat/chat_banner.h"
#include "ui/chat/chat_controller.h"
#include "ui/chat/chat_find.h"
#include "ui/chat/chat_list.h"
#include "ui/chat/chat_list_controller.h"
#include "ui/chat/chat_page.h"
#include "ui/chat/chat_view.h"
#include "ui/chat/composer.h"
#include "ui/chat/instructions_controller.h"
#include "ui/chat/reading_place.h"
#include "ui/main_window/more_menu.h"
#include "ui/main_window/notices.h"
#include "ui/main_window/side_pane.h"
#include "ui/main_window/store_notices.h"
#include "ui/meters/estimate_controller.h"
#include "ui/meters/estimate_text.h"

namespace strata::ui {

ChatsJoint::ChatsJoint(const Parts& parts, QObject* parent)
    : QObject(parent),
      parts_(parts),
      controller_(new ChatListController(parts.theme, parts.list, parts.controller, parts.pictures, this)),
      instructions_(
          new InstructionsController(parts.theme, parts.controller, parts.window, [estimates = parts.estimates] {
              const auto wait = estimates->rereadWait();
              return wait ? shownWait(*wait) : QString();
          })) {
    connectList();
    new StoreNotices({parts.notices, parts.controller, controller_, parts.open_link}, parts.store_trouble, this);
    connect(controller_, &ChatListController::told, this, &ChatsJoint::tell);
    connect(parts.more, &MoreMenu::exportWanted, controller_, &ChatListController::askToExportThis);
    connect(parts.more, &MoreMenu::instructionsWanted, instructions_, &InstructionsController::open);
    connect(parts.page->banner(), &ChatBanner::instructionsWanted, instructions_, &InstructionsController::open);
    new ReadingPlaceKeeper(parts.page->chatView(), parts.controller, this);
    connect(parts.controller, &ChatController::undoOffered, this, &ChatsJoint::offerUndo);
    connect(parts.controller, &ChatController::undoExpired, this,
            [this] { parts_.notices->remove(Notices::Kind::undo); });
    addShortcuts();
    told_time_.setSingleShot(true);
    told_time_.setInterval(kToldTime);
    connect(&told_time_, &QTimer::timeout, this, [this] { parts_.notices->remove(Notices::Kind::transfer); });
}

void ChatsJoint::importFile(const QString& path) {
    controller_->importFile(path);
}

void ChatsJoint::connectList() {
    connect(parts_.list, &ChatList::newChatWanted, this, [this] {
        parts_.controller->newChat();
        goToChat();
    });
    connect(parts_.list, &ChatList::chatChosen, this, [this](const ConversationId& id) {
        parts_.controller->openChat(id);
        goToChat();
    });
    connect(parts_.list, &ChatList::searchLeft, this, [this] { parts_.page->composer()->setFocus(); });
    connect(controller_, &ChatListController::chatOpened, this, &ChatsJoint::goToChat);
    connect(controller_, &ChatListController::placeOpened, parts_.page->chatView()->find(), &ChatFind::showText);
}

void ChatsJoint::addShortcuts() {
    const auto add = [this](const QKeySequence& keys, std::function<void()> act) {
        connect(new QShortcut(keys, parts_.window), &QShortcut::activated, this, std::move(act));
    };
    add(QKeySequence(Qt::CTRL | Qt::Key_K), [this] { search(); });
    add(QKeySequence(Qt::CTRL | Qt::Key_E), [this] { controller_->askToExportThis(); });
    add(QKeySequence(QKeySequence::Undo), [this] { undoDelete(); });  // where nothing else can be undone
}

void ChatsJoint::goToChat() {
    parts_.pane->closeDrawer();
    parts_.page->composer()->setFocus();
}

void ChatsJoint::search() {
    if (!parts_.pane->isSideVisible()) {
        parts_.pane->toggleSide();
    }
    parts_.list->searchBox()->setFocus(Qt::ShortcutFocusReason);
    parts_.list->searchBox()->selectAll();
}

/// Says how writing or reading a file ended, until the person has read it.
/// What went well is told for a while, what did not until it was seen.
void ChatsJoint::tell(const QString& text, bool problem) {
    problem ? told_time_.stop() : told_time_.start();
    parts_.notices->put(Notices::Kind::transfer, {problem ? NoticeBar::Tone::error : NoticeBar::Tone::neutral,
                                                  text,
                                                  tr("OK"),
                                                  [this] { parts_.notices->remove(Notices::Kind::transfer); },
                                                  {},
                                                  {}});
}

void ChatsJoint::offerUndo(const QString& text) {
    parts_.notices->put(Notices::Kind::undo,
                        {NoticeBar::Tone::neutral, text, tr("Undo"), [this] { undoDelete(); }, {}, {}});
}

void ChatsJoint::undoDelete() {
    if (parts_.notices->has(Notices::Kind::undo)) {
        parts_.controller->undoDelete();
        parts_.page->composer()->setFocus();
    }
}

}  // namespace strata::ui
