#include "ui/main_window/tray_place.h"

#include <QIcon>
#include <QMenu>
#include <QSystemTrayIcon>

namespace strata::ui {

SystemTray::SystemTray(QObject* parent) : TrayPlace(parent), icon_(std::make_unique<QSystemTrayIcon>()) {
    connect(icon_.get(), &QSystemTrayIcon::activated, this, [this](QSystemTrayIcon::ActivationReason reason) {
        // Not every desktop tells of a press; everything is in the menu too.
        if (reason == QSystemTrayIcon::Trigger || reason == QSystemTrayIcon::DoubleClick) {
            Q_EMIT pressed();
        }
    });
    connect(icon_.get(), &QSystemTrayIcon::messageClicked, this, &TrayPlace::messagePressed);
}

SystemTray::~SystemTray() = default;

bool SystemTray::isAvailable() const {
    return QSystemTrayIcon::isSystemTrayAvailable();
}

void SystemTray::show(QMenu* menu) {
    icon_->setContextMenu(menu);
    icon_->show();
}

void SystemTray::setLook(const QIcon& icon, const QString& tip) {
    icon_->setIcon(icon);
    icon_->setToolTip(tip);
}

void SystemTray::tell(const QString& title, const QString& text) {
    icon_->showMessage(title, text, icon_->icon());
}

}  // namespace strata::ui
