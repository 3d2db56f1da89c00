#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include <QAbstractScrollArea>
#include <QUrl>

#include "ui/chat/chat_model.h"
#include "ui/chat/follow_rule.h"
#include "ui/chat/message_view.h"
#include "ui/chat/row_heights.h"
#include "ui/text/text_column.h"

namespace strata::ui {

class Button;
class ChatFind;
class ChatSelection;
class Label;
class PictureLoader;
class Theme;

/// The messages of a chat in one centred column. Only those near the screen are widgets; how high the others are is
/// guessed, and what the reader looks at stays where it is when a guess is corrected. Follows a new answer by the
/// scroll rule of FollowRule; the reader owns the scroll bar.
class ChatView : public QAbstractScrollArea {
    Q_OBJECT

public:
    ChatView(const Theme* theme, ChatModel* chat, QWidget* parent = nullptr);
    ~ChatView() override;

    /// What brings the pictures of messages; without it none are shown. Must outlive the view.
    void setPictures(PictureLoader* pictures);
    /// Goes to the end and follows the answer that begins there.
    void followAnswer();
    /// Goes to the end and stays there.
    void followEnd();
    /// True: what is sent is followed to its end instead of staying at its beginning.
    void setFollowsEnd(bool follows) { follow_.setAlwaysEnd(follows); }
    /// Scrolls as little as is needed to see the beginning of a row, and makes it a widget.
    MessageView* showRow(int row);
    /// Puts the keyboard into a row.
    void focusRow(int row);
    /// Scrolls so that a place in a message is seen.
    void showPlace(int row, const TextPoint& place);
    /// The row with the keyboard, or the first one on the screen; -1: there is none.
    int currentRow() const;
    /// Begins to change an own message in its place.
    void editRow(int row);
    /// Leaves the message that is being changed as it was. False: there is none.
    bool cancelEdit();
    /// Folds or unfolds the thinking of a row.
    void toggleThinking(int row);

    /// What is at the upper edge of the screen.
    struct Place {
        int row = 0;
        MessagePlace inside;
    };
    /// None: the end is on the screen.
    std::optional<Place> readingPlace() const;
    void showReadingPlace(const Place& place);

    /// The actions that somebody carries out; others are not shown.
    void setOffered(MessageActionSet actions);
    MessageActionSet offered() const { return offered_; }
    /// Tells how long going back to a row would take; empty: nobody knows.
    using GoBackNote = std::function<QString(int row)>;
    void setGoBackNote(GoBackNote note) { go_back_note_ = std::move(note); }
    void trigger(int row, MessageAction action);

    ChatModel* chat() const { return chat_; }
    ChatSelection* selection() const { return selection_; }
    ChatFind* find() const { return find_; }

    /// The widget of a row; nullptr if it is too far from the screen to be one.
    MessageView* viewOf(int row) const;
    /// The row of a widget; -1: none any more.
    int rowOf(const MessageView* view) const;
    /// Those that are widgets now, by row.
    const std::map<int, MessageView*>& views() const { return views_; }

Q_SIGNALS:
    void remedyWanted(strata::ui::Remedy remedy);
    void linkActivated(const QUrl& target);
    void copyWanted(int row);
    void editWanted(int row, const QString& text);
    void answerAgainWanted(int row);
    void continueWanted();
    void branchWanted(int row, int branch);
    void branchFromHereWanted(int row);
    void goBackWanted(int row);
    void restWanted();
    void timesWanted(int row);
    void deleteWanted(int row);
    void pictureActivated(const strata::app::AttachedPicture& picture);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;
    bool viewportEvent(QEvent* event) override;
    bool focusNextPrevChild(bool next) override;

private:
    /// Names a message in whichever chat: temporary ones count their ids anew.
    using MessageKey = std::pair<qint64, qint64>;

    static MessageKey keyOf(const Message& message);
    void noteThinking(const Message& message, bool open);
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
    void connectView(MessageView* view);
    void fill(int row);
    void leaveRow(int row, bool down);
    void showMenu(int row, const QPoint& global);
    void noteFocus(QWidget* from, QWidget* to);

    void layOut();
    void layOutLater();
    bool layOutAround(int position);
    void place(int position);
    void moveSeen(int position);
    int aim() const;
    int answerTop() const;
    int rowTop(int row) const;
    int end() const;
    Place anchorAt(int position) const;
    int positionOf(const Place& anchor) const;
    void placeOverlays();
    void leaveToReader();
    void showArea(const MessageView* view, const QRect& area);
    void showTarget(const QUrl& target);

    const Theme* theme_;
    PictureLoader* pictures_ = nullptr;
    ChatModel* chat_;
    RowHeights heights_;
    std::map<int, MessageView*> views_;
    std::vector<MessageView*> spare_own_;  ///< widgets for the next rows of that kind
    std::vector<MessageView*> spare_answers_;
    Button* more_below_;
    Label* link_target_;
    ChatSelection* selection_;
    ChatFind* find_;
    MessageActionSet offered_ = MessageAction::copy;
    GoBackNote go_back_note_;
    FollowRule follow_;
    Place anchor_;
    int column_left_ = 0;
    int column_width_ = 0;
    bool laying_out_ = false;
    bool tabs_changed_ = false;
    std::set<MessageKey> thinking_open_;  ///< of messages of all chats, as the person left them
};

}  // namespace strata::ui
