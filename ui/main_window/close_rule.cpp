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
    if (box_) {
        box_->raise();
        return;
    }
    box_ =
        new QMessageBox(QMessageBox::Question, tr("Close Strata"),
                        tr("Should Strata go on in the tray when its window is closed? Answers and downloads then go "
                           "on too. You can change this in the settings."),
                        QMessageBox::Cancel, parts_.window);
    box_->setObjectName(QStringLiteral("closeBox"));
    box_->setAttribute(Qt::WA_DeleteOnClose);
    box_->setTextFormat(Qt::PlainText);
    applyDialogStyle(box_, *parts_.theme);
    QPushButton* const stay = box_->addButton(tr("Go on in the tray"), QMessageBox::AcceptRole);
    QPushButton* const quit = box_->addButton(tr("Quit"), QMessageBox::DestructiveRole);
    stay->setObjectName(QStringLiteral("closeHideButton"));
    quit->setObjectName(QStringLiteral("closeQuitButton"));
    box_->setDefaultButton(stay);
    connect(stay, &QAbstractButton::clicked, this, [this] { choose(app::CloseAction::hide); });
    connect(quit, &QAbstractButton::clicked, this, [this] { choose(app::CloseAction::quit); });
    box_->open();
}

/// Without a tray there is nothing to remember: it is asked only if something would be cut off.
void CloseRule::askWhileBusy() {
    if (box_) {
        box_->raise();
        return;
    }
    box_ = new QMessageBox(QMessageBox::Question, tr("Close Strata"),
                           tr("An answer is being written, or a temporary chat is open. If Strata quits now, the "
                              "answer stops and the temporary chat is gone."),
                           QMessageBox::Cancel, parts_.window);
    box_->setObjectName(QStringLiteral("closeBusyBox"));
    box_->setAttribute(Qt::WA_DeleteOnClose);
    box_->setTextFormat(Qt::PlainText);
    applyDialogStyle(box_, *parts_.theme);
    QPushButton* const small = box_->addButton(tr("Make the window small"), QMessageBox::AcceptRole);
    QPushButton* const quit = box_->addButton(tr("Quit"), QMessageBox::DestructiveRole);
    small->setObjectName(QStringLiteral("closeSmallButton"));
    quit->setObjectName(QStringLiteral("closeQuitButton"));
    box_->setDefaultButton(small);
    connect(small, &QAbstractButton::clicked, this, &CloseRule::hide);
    connect(quit, &QAbstractButton::clicked, this, [this] { parts_.quit(); });
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
