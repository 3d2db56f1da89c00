#pragma once

#include <functional>
#include <optional>

#include <QDialog>
#include <QPointer>
#include <QUrl>
#include <QWidget>

#include "app/chat_store.h"

namespace strata::app {
class PictureStore;
class Settings;
}  // namespace strata::app

namespace strata::ui {

class CacheCheck;
class ChatController;
class ChatList;
class ChatModel;
class ChatPage;
class ChatsJoint;
class Composer;
class EstimateController;
class EstimateLabel;
class HeaderBar;
class MeterDock;
class MeterFeed;
class MeterPanel;
class ModelController;
class MoreMenu;
class Notices;
class ParkedChats;
class PictureJoint;
class RemoteController;
class SettingsController;
class SettingsDialog;
class SidePane;
class Theme;

/// Opens an address outside the program.
using LinkOpener = std::function<void(const QUrl&)>;

/// Opens an address with the desktop's browser or mail program.
void openOutside(const QUrl& target);

/// The window: header, list of chats, chat, composer, and the keys that work everywhere in it.
class MainWindow : public QWidget {
    Q_OBJECT

public:
    /// What the window joins; all must outlive it.
    struct Parts {
        Theme* theme = nullptr;
        ModelController* model = nullptr;
        ChatController* controller = nullptr;
        ChatModel* chat = nullptr;
        ParkedChats* parked = nullptr;
        CacheCheck* check = nullptr;
        app::Settings* settings = nullptr;
        SettingsController* settings_controller = nullptr;
        RemoteController* remote = nullptr;     ///< none: only the model in this program answers
        app::PictureStore* pictures = nullptr;  ///< none: nothing can be attached
        std::optional<app::ChatStoreTrouble> store_trouble = std::nullopt;  ///< to be told
    };

    explicit MainWindow(const Parts& parts, LinkOpener open_link = openOutside);

    Notices* notices() const { return notices_; }
    MoreMenu* moreMenu() const { return more_; }
    SidePane* sidePane() const { return pane_; }
    Composer* composer() const;
    /// Stores what is typed now.
    void storeDraft();
    /// Shows the window in front of others, wherever it was.
    void bringToFront();
    /// Takes files that the program was started with.
    void openFiles(const QStringList& paths);
    void showSettings();
    void showModelSettings();
    /// Below everything else, as wide as the window.
    void putAtBottom(QWidget* line);
    /// Asked when the window is about to be closed; false: it is not.
    void setCloseGuard(std::function<bool()> guard) { close_guard_ = std::move(guard); }

Q_SIGNALS:
    /// The person wants the whole program to end.
    void quitWanted();
    /// … and to begin anew, because the engine failed.
    void restartWanted();

protected:
    bool event(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    void closeEvent(QCloseEvent* event) override;

private:
    void connectParts();
    void addShortcuts();
    void addShortcut(const QKeySequence& keys, const std::function<void()>& action);
    void escape();
    void closeInnermost();
    void toggleList();
    void connectMeters();
    void connectEstimates();
    bool mayBeSent(const QString& text);
    void openNeighbour(int step);
    void takeFiles(const QStringList& paths, const QStringList& exported);
    void openChat(const ConversationId& id);
    void showMore();
    void showParked();
    void showCheck();
    void connectSettings();
    void showRemote();
    void zoomBy(int steps);
    void restyle();
    void showModel();
    void showActivity();
    void toggleModel();

    Parts parts_;
    HeaderBar* header_;
    ChatPage* page_;
    MeterFeed* feed_;
    EstimateController* estimates_;
    EstimateLabel* estimate_label_;
    MeterPanel* meters_;
    MeterDock* dock_;
    ChatList* list_;
    SidePane* pane_;
    Notices* notices_;
    MoreMenu* more_;
    ChatsJoint* chats_ = nullptr;
    PictureJoint* pictures_ = nullptr;  ///< none: nothing can be attached
    std::function<bool()> close_guard_;
    QPointer<QDialog> parked_dialog_;
    QPointer<QDialog> check_dialog_;
    QPointer<SettingsDialog> settings_dialog_;
    QPointer<QDialog> remote_dialog_;
};

}  // namespace strata::ui
