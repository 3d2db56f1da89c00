#pragma once

#include <memory>

#include <QObject>

class QIcon;
class QMenu;
class QString;
class QSystemTrayIcon;

namespace strata::ui {

/// Where an icon with a menu can be, outside of all windows. Abstract so that tests need no desktop.
class TrayPlace : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    /// Whether the desktop has such a place now; one may come a while after the person has logged in.
    virtual bool isAvailable() const = 0;
    /// The icon belongs to this; menu: must outlive it.
    virtual void show(QMenu* menu) = 0;
    virtual void setLook(const QIcon& icon, const QString& tip) = 0;
    /// Says something beside the icon for a while.
    virtual void tell(const QString& title, const QString& text) = 0;

Q_SIGNALS:
    void pressed();
    /// On what was told last.
    void messagePressed();
};

/// The desktop's own.
class SystemTray final : public TrayPlace {
    Q_OBJECT

public:
    explicit SystemTray(QObject* parent = nullptr);
    ~SystemTray() override;

    bool isAvailable() const override;
    void show(QMenu* menu) override;
    void setLook(const QIcon& icon, const QString& tip) override;
    void tell(const QString& title, const QString& text) override;

private:
    std::unique_ptr<QSystemTrayIcon> icon_;
};

}  // namespace strata::ui
