#pragma once

#include <map>
#include <memory>
#include <vector>

#include <QAbstractScrollArea>
#include <QUrl>

#include "ui/chat/chat_model.h"
#include "ui/chat/follow_rule.h"
#include "ui/chat/message_view.h"
#include "ui/chat/row_heights.h"

namespace strata::ui {

class Button;
class Label;
class Theme;

/// The messages of a chat in one centred column. Only those near the screen are widgets; how high the others are is
/// guessed, and what the reader looks at stays where it is when a guess is corrected. Follows a new answer by the
/// scroll rule of FollowRule; the reader owns the scroll bar.
class ChatView : public QAbstractScrollArea {
    Q_OBJECT

public:
    ChatView(const Theme* theme, ChatModel* chat, QWidget* parent = nullptr);

    /// Goes to the end and follows the answer that begins there.
    void followAnswer();
    /// Goes to the end and stays there.
    void followEnd();
    /// Scrolls as little as is needed to see the beginning of a row, and makes it a widget.
    MessageView* showRow(int row);

    /// The widget of a row; nullptr if it is too far from the screen to be one.
    MessageView* viewOf(int row) const;
    /// The row of a widget; -1: none any more.
    int rowOf(const MessageView* view) const;
    /// Those that are widgets now, by row.
    const std::map<int, MessageView*>& views() const { return views_; }

Q_SIGNALS:
    void remedyWanted(strata::ui::Remedy remedy);
    void linkActivated(const QUrl& target);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;
    bool viewportEvent(QEvent* event) override;
    bool focusNextPrevChild(bool next) override;

private:
    /// What is at the upper edge of the screen.
    struct Anchor {
        int row = 0;
        MessagePlace place;
    };

    void insertRows(const QModelIndex& parent, int first, int last);
    void removeRows(const QModelIndex& parent, int first, int last);
    void changeRows(const QModelIndex& first, const QModelIndex& last, const QList<int>& roles);
    void reset();

    MessageView* realise(int row);
    MessageView* makeView(Role role);
    void release(int row);
    void releaseFar(int first, int last);
    void moveViews(int from, int by);
    void orderTabs();
    void fill(int row);

    void layOut();
    void layOutLater();
    bool layOutAround(int position);
    void place(int position);
    void moveSeen(int position);
    int aim() const;
    int answerTop() const;
    int rowTop(int row) const;
    int end() const;
    Anchor anchorAt(int position) const;
    int positionOf(const Anchor& anchor) const;
    void placeOverlays();
    void leaveToReader();
    void showArea(const MessageView* view, const QRect& area);
    void showTarget(const QUrl& target);

    const Theme* theme_;
    ChatModel* chat_;
    RowHeights heights_;
    std::map<int, MessageView*> views_;
    std::vector<MessageView*> spare_own_;  ///< widgets for the next rows of that kind
    std::vector<MessageView*> spare_answers_;
    Button* more_below_;
    Label* link_target_;
    FollowRule follow_;
    Anchor anchor_;
    int column_left_ = 0;
    int column_width_ = 0;
    bool laying_out_ = false;
    bool tabs_changed_ = false;
    bool thinking_open_ = false;  ///< as the person left it in this chat
};

}  // namespace strata::ui
