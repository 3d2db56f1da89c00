#pragma once

#include <vector>

#include <QListView>
#include <QTimer>
#include <QWidget>

#include "strata/request.h"

class QLabel;
class QLineEdit;
class QMenu;
class QStackedWidget;

namespace strata::ui {

class Button;
class ChatListModel;
class Label;
class SearchResults;
class SearchModel;
class Theme;

/// The list itself: opens with a click or Enter, renames with F2, deletes with Delete; a menu says the same and more.
/// Several chats can be chosen with Shift and Ctrl.
class ChatListView : public QListView {
    Q_OBJECT

public:
    ChatListView(const Theme* theme, ChatListModel* chats, QWidget* parent = nullptr);

    /// The chats that are chosen, as they stand in the list.
    std::vector<ConversationId> chosen() const;
    /// A heading belongs to no chat.
    QModelIndex indexAt(const QPoint& point) const override;

Q_SIGNALS:
    void chatChosen(const strata::ConversationId& id);
    void deleteWanted(const std::vector<strata::ConversationId>& ids);
    void duplicateWanted(const strata::ConversationId& id);
    void pinWanted(const strata::ConversationId& id, bool pinned);
    void exportWanted(const std::vector<strata::ConversationId>& ids);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    void restyle();
    void choose(const QModelIndex& index);
    void removeChosen();
    void fillMenu(QMenu* menu, const QPersistentModelIndex& row);

    const Theme* theme_;
    ChatListModel* chats_;
};

/// The left side of the window: a button for a new chat, the search, and the chats or what was found.
class ChatList : public QWidget {
    Q_OBJECT

public:
    ChatList(const Theme* theme, ChatListModel* chats, QWidget* parent = nullptr);

    ChatListView* view() const { return view_; }
    QLineEdit* searchBox() const { return search_; }
    /// To be filled with what searchWanted asks for.
    SearchModel* found() const { return found_; }
    QSize sizeHint() const override;

Q_SIGNALS:
    void newChatWanted();
    void newTemporaryChatWanted();
    void chatChosen(const strata::ConversationId& id);
    /// A place in a chat, and what was found there; message 0: the chat as such.
    void placeChosen(const strata::ConversationId& id, qint64 message, const QString& text);
    void deleteWanted(const std::vector<strata::ConversationId>& ids);
    void duplicateWanted(const strata::ConversationId& id);
    void pinWanted(const strata::ConversationId& id, bool pinned);
    void exportWanted(const std::vector<strata::ConversationId>& ids);
    void importWanted();
    void deleteAllWanted();
    /// Words to be found; never empty.
    void searchWanted(const QString& text);
    /// The search was left with Esc.
    void searchLeft();

protected:
    void paintEvent(QPaintEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void layOut();
    void connectParts();
    void showMenu();
    void search();
    void showFound();
    void restyle();

    const Theme* theme_;
    ChatListModel* chats_;
    Button* new_chat_;
    Button* more_;
    QLineEdit* search_;
    QStackedWidget* stack_;
    ChatListView* view_;
    SearchModel* found_;
    SearchResults* results_;
    Label* nothing_;
    QTimer regrouping_;  ///< a day may end while the window is open
};

}  // namespace strata::ui
