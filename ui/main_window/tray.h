#pragma once

#include <memory>

#include <QObject>
#include <QTimer>

#include "app/downloads/download_state.h"
#include "ui/main_window/tray_place.h"

class QAction;
class QMenu;

namespace strata::ui {

class ModelController;
class ServerController;
class Theme;

/// The icon in the desktop's tray: what the engine does as one word, and the ways to the window and out of the program.
class Tray : public QObject {
    Q_OBJECT

public:
    /// All must outlive this.
    struct Parts {
        Theme* theme = nullptr;
        ModelController* model = nullptr;
    };

    Tray(const Parts& parts, std::unique_ptr<TrayPlace> place, QObject* parent = nullptr);
    ~Tray() override;

    /// Shows the icon, or looks for a place for it for a minute.
    void start();
    /// What the downloads do now.
    void showDownload(const app::DownloadState& state);
    bool isVisible() const { return visible_; }
    /// Offers to let other apps in, and shows that they can come in. server must outlive the tray.
    void setServer(ServerController* server);
    void tell(const QString& title, const QString& text) { place_->tell(title, text); }
    QMenu* menu() const { return menu_.get(); }

Q_SIGNALS:
    /// The icon is there.
    void appeared();
    void openWanted();
    void newChatWanted();
    void settingsWanted();
    void pauseDownloadWanted();
    void resumeDownloadWanted();
    void quitWanted();
    void messagePressed();

private:
    void fillMenu();
    void tryToShow();
    void refresh();
    QString stateText() const;
    void refreshServer();

    const Parts parts_;
    ServerController* server_ = nullptr;  ///< none: there is nothing to let in to
    std::unique_ptr<TrayPlace> place_;
    std::unique_ptr<QMenu> menu_;
    QAction* state_ = nullptr;
    QAction* model_action_ = nullptr;
    QAction* download_action_ = nullptr;
    app::DownloadState download_;
    QAction* server_action_ = nullptr;
    QTimer retry_;
    int tries_ = 0;
    bool visible_ = false;
    int shown_sign_ = -1;  ///< of the icon; negative: none yet
    int shown_reach_ = 0;  ///< of the icon
    QString shown_tip_;
};

}  // namespace strata::ui
