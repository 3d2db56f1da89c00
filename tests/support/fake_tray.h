#pragma once

#include <QIcon>
#include <QStringList>

#include "ui/main_window/tray_place.h"

namespace strata::testing {

/// A tray without a desktop.
class FakeTray final : public ui::TrayPlace {
public:
    explicit FakeTray(bool is_available) : available(is_available) {}

    bool isAvailable() const override { return available; }
    void show(QMenu* menu_of) override { menu = menu_of; }
    void setLook(const QIcon& icon_of, const QString& tip_of) override {
        icon = icon_of;
        tip = tip_of;
    }
    void tell(const QString& title, const QString& text) override { told.append(title + QStringLiteral(": ") + text); }

    bool available;
    QMenu* menu = nullptr;
    QIcon icon;
    QString tip;
    QStringList told;
};

}  // namespace strata::testing
