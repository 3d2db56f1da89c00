#pragma once

#include <QObject>
#include <QPointer>
#include <QUrl>

namespace strata::app {
class DownloadManager;
class Settings;
}  // namespace strata::app

namespace strata::ui {

class DownloadBar;
class DownloadDialog;
class Theme;

/// Joins the downloads with the line and the dialog that show them, and with the settings that they follow.
class DownloadController : public QObject {
    Q_OBJECT

public:
    /// All must outlive it. The bar belongs to `window`, which puts it where it should be.
    DownloadController(const Theme* theme, app::DownloadManager* manager, app::Settings* settings, QWidget* window);

    DownloadBar* bar() const { return bar_; }
    void showDialog();

Q_SIGNALS:
    void linkWanted(const QUrl& target);
    void proxyPasswordWanted(const QString& proxy);
    void importWanted();
    void proxySettingsWanted();
    void folderWanted();

private:
    void follow();
    void show();

    const Theme* theme_;
    app::DownloadManager* manager_;
    app::Settings* settings_;
    QWidget* window_;
    DownloadBar* bar_;
    QPointer<DownloadDialog> dialog_;
};

}  // namespace strata::ui
