#pragma once

#include <chrono>
#include <functional>
#include <optional>

#include <QObject>
#include <QTimer>
#include <QUrl>

#include "app/chat_store.h"

namespace strata::app {
class PictureStore;
}  // namespace strata::app

namespace strata::ui {

class ChatController;
class ChatList;
class ChatListController;
class ChatPage;
class EstimateController;
class InstructionsController;
class MoreMenu;
class Notices;
class SidePane;
class Theme;

/// Joins the list of chats, with what can be done from it, to the window around it.
class ChatsJoint : public QObject {
    Q_OBJECT

public:
    /// All must outlive the joint but pictures, which may be null: then none are written or read.
    struct Parts {
        const Theme* theme = nullptr;
        QWidget* window = nullptr;
        ChatList* list = nullptr;
        SidePane* pane = nullptr;
        ChatPage* page = nullptr;
        MoreMenu* more = nullptr;
        Notices* notices = nullptr;
        ChatController* controller = nullptr;
        const EstimateController* estimates = nullptr;
        app::PictureStore* pictures = nullptr;
        std::optional<app::ChatStoreTrouble> store_trouble;  ///< to be told
        std::function<void(const QUrl&)> open_link;          ///< outside the program
    };

    static constexpr std::chrono::seconds kToldTime{10};

    explicit ChatsJoint(const Parts& parts, QObject* parent = nullptr);

    /// Adds the chats of an exported file.
    void importFile(const QString& path);

private:
    void connectList();
    void addShortcuts();
    void goToChat();
    void search();
    void tell(const QString& text, bool problem);
    void offerUndo(const QString& text);
    void undoDelete();

    const Parts parts_;
    ChatListController* controller_;
    InstructionsController* instructions_;
    QTimer told_time_;
};

}  // namespace strata::ui
