#pragma once

#include <vector>

#include <QScrollArea>
#include <QUrl>

#include "ui/chat/chat_model.h"
#include "ui/chat/follow_rule.h"

namespace strata::ui {

class Button;
class Label;
class MessageView;
class Theme;

/// The messages of a chat in one centred column. Follows a new answer by the scroll rule of FollowRule; the reader owns
/// the scroll bar.
class ChatView : public QScrollArea {
    Q_OBJECT

public:
    ChatView(const Theme* theme, ChatModel* chat, QWidget* parent = nullptr);

    /// Goes to the end and follows the answer that begins there.
    void followAnswer();
    /// Goes to the end and stays there.
    void followEnd();

Q_SIGNALS:
    void remedyWanted(strata::ui::Remedy remedy);
    void linkActivated(const QUrl& target);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void insertRows(const QModelIndex& parent, int first, int last);
    void removeRows(const QModelIndex& parent, int first, int last);
    void changeRows(const QModelIndex& first, const QModelIndex& last);
    void reset();
    MessageView* makeView(int row);
    void orderTabs(int row);
    void showRow(int row);

    void layOut();
    void scroll();
    void placeOverlays();
    void leaveToReader();
    void showCaret(MessageView* view, const QRect& area);
    void showTarget(const QUrl& target);

    const Theme* theme_;
    ChatModel* chat_;
    QWidget* column_;
    std::vector<MessageView*> views_;
    Button* more_below_;
    Label* link_target_;
    FollowRule follow_;
    bool thinking_open_ = false;  ///< as the person left it in this chat
};

}  // namespace strata::ui
