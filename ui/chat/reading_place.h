#pragma once

#include <QObject>
#include <QTimer>

namespace strata::ui {

class ChatController;
class ChatView;

/// Keeps where the reading of each chat stopped, and shows a chat there when it is opened again; at its end if the end
/// was on the screen.
class ReadingPlaceKeeper : public QObject {
    Q_OBJECT

public:
    /// Both must outlive it.
    ReadingPlaceKeeper(ChatView* view, ChatController* chats, QObject* parent = nullptr);

    /// Stores where the view is now.
    void store();

private:
    void show();

    ChatView* view_;
    ChatController* chats_;
    QTimer resting_;  ///< until a place counts as read
};

}  // namespace strata::ui
