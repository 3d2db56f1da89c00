#include "ui/main_window/close_rule.h"

#include <QEvent>
#include <QGuiApplication>
#include <QMessageBox>
#include <QPushButton>

#include "ui/dialogs/dialog_style.h"
#include "ui/main_window/tray.h"

namespace strata::ui {
namespace {

const QString kToldOfTray = QStringLiteral("told_of_tray");

}  // namespace

CloseRule::CloseRule(const Parts& parts, QObject* parent) : QObject(parent), parts_(parts) {
    parts.window->installEventFilter(this);
}

bool CloseRule::mayClose() {
    switch (parts_.settings->general().close_button) {
        case app::CloseAction::ask:
            if (parts_.tray->isVisible()) {
                ask();
                return false;
            }
            if (parts_.is_busy && parts_.is_busy()) {
                askWhileBusy();
                return false;
            }
            return true;  // nothing to choose between
        case app::CloseAction::hide:
            hide();
            return false;
        case app::CloseAction::quit:
            break;
    }
    return true;
}

void CloseRule::hide() {
    if (!parts_.tray->isVisible()) {
        parts_.window->showMinimized();
        return;
    }
    QGuiApplication::setQuitOnLastWindowClosed(false);  // a dialog that is closed later ends nothing
    parts_.window->hide();
    if (parts_.settings->windowState(kToldOfTray).isEmpty()) {
        parts_.settings->setWindowState(kToldOfTray, "yes");
        parts_.tray->tell(tr("Strata is still there"), tr("You find it here. “Quit” in this menu ends it."));
    }
}

bool CloseRule::eventFilter(QObject* watched, QEvent* event) {
    if (watched == parts_.window && event->type() == QEvent::Show) {
        QGuiApplication::setQuitOnLastWindowClosed(true);
    }
    return QObject::eventFilter(watched, event);
}

void CloseRule::ask() {
    show(QStringLiteral("closeBox"),
         tr("Should Strata go on in the tray when its window is closed? Answers and downloads then go on too. You can "
            "change this in the settings."),
         {QStringLiteral("closeHideButton"), tr("Go on in the tray"), [this] { choose(app::CloseAction::hide); }},
         [this] { choose(app::CloseAction::quit); });
}

/// Without a tray there is nothing to remember: it is asked only if something would be cut off.
void CloseRule::askWhileBusy() {
    show(QStringLiteral("closeBusyBox"),
         tr("An answer is being written, or a temporary chat is open. If Strata quits now, the answer stops and the "
            "temporary chat is gone."),
         {QStringLiteral("closeSmallButton"), tr("Make the window small"), [this] { hide(); }}, parts_.quit);
}

/// One question at a time: how the program stays, which is offered first, or whether it quits.
void CloseRule::show(const QString& name, const QString& text, const Stay& stay, const std::function<void()>& quit) {
    if (box_) {
        box_->raise();
        return;
    }
    box_ = makeQuestion(name, tr("Close Strata"), text, *parts_.theme, parts_.window);
    QPushButton* const stays = box_->addButton(stay.text, QMessageBox::AcceptRole);
    QPushButton* const quits = box_->addButton(tr("Quit"), QMessageBox::DestructiveRole);
    stays->setObjectName(stay.name);
    quits->setObjectName(QStringLiteral("closeQuitButton"));
    box_->setDefaultButton(stays);
    connect(stays, &QAbstractButton::clicked, this, stay.act);
    connect(quits, &QAbstractButton::clicked, this, quit);
    box_->open();
}

void CloseRule::choose(app::CloseAction action) {
    app::GeneralSettings general = parts_.settings->general();
    general.close_button = action;
    parts_.settings->set(general);
    if (action == app::CloseAction::hide) {
        hide();
    } else {
        parts_.quit();
    }
}

}  // namespace strata::ui
