#pragma once

#include <QListView>
#include <QWidget>

#include "strata/request.h"

namespace strata::ui {

class Button;
class ChatListModel;
class Theme;

/// The list itself: opens with a click or Enter, renames with F2, deletes with Delete; a menu says the same.
class ChatListView : public QListView {
    Q_OBJECT

public:
    ChatListView(const Theme* theme, ChatListModel* chats, QWidget* parent = nullptr);

Q_SIGNALS:
    void chatChosen(const strata::ConversationId& id);
    void deleteWanted(const strata::ConversationId& id);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    void restyle();
    void choose(const QModelIndex& index);
    void remove(const QModelIndex& index);

    const Theme* theme_;
    ChatListModel* chats_;
};

/// The left side of the window: a button for a new chat, and the chats below it.
class ChatList : public QWidget {
    Q_OBJECT

public:
    ChatList(const Theme* theme, ChatListModel* chats, QWidget* parent = nullptr);

    ChatListView* view() const { return view_; }
    QSize sizeHint() const override;

Q_SIGNALS:
    void newChatWanted();
    void chatChosen(const strata::ConversationId& id);
    void deleteWanted(const strata::ConversationId& id);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    const Theme* theme_;
    Button* new_chat_;
    ChatListView* view_;
};

}  // namespace strata::ui
