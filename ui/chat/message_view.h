#pragma once

#include <functional>
#include <utility>

#include <QWidget>

#include "ui/chat/chat_model.h"
#include "ui/chat/message_actions.h"

namespace strata::ui {

class TextColumn;
class TextView;
class Theme;

/// A place in a message that stays the same when more of it is laid out.
struct MessagePlace {
    static constexpr int kTop = -1;
    static constexpr int kEnd = -2;

    int part = kTop;  ///< of its text; kTop, kEnd: none, the offset counts from the top of the message, from below its
                      ///< text
    int offset = 0;   ///< pixels below the top of that
};

/// One message on the page. Lays out only what is near the screen; tells what the person does in it.
class MessageView : public QWidget {
    Q_OBJECT

public:
    MessageView(const Theme* theme, QWidget* parent);

    /// Shows the message as it is now. is_last: nothing stands below it.
    virtual void showMessage(const Message& message, bool is_last);
    virtual Role role() const = 0;
    /// Takes on a width and lays out what is seen between two heights of the message. Returns how high it is.
    virtual int layOut(int width, int top, int bottom) = 0;
    /// The text of the message.
    virtual TextColumn* text() const = 0;
    /// What the Tab key stops at, in order.
    virtual QList<QWidget*> tabStops() const = 0;
    virtual void setThinkingOpen(bool /*open*/) {}
    virtual void toggleThinking() {}
    /// Lets the person change the text in its place, if that is possible.
    virtual void startEditing() {}
    /// True while there is something in it that must not be lost.
    virtual bool isBusy() const { return false; }
    /// It shows no message for a while.
    virtual void rest();

    /// The actions that somebody carries out; others are not shown.
    void setOffered(MessageActionSet actions);
    MessageActionSet actions() const { return sensible_ & offered_; }
    /// Asked what else there is to say of going back to this message; empty: nothing.
    void setGoBackNote(std::function<QString()> note) { go_back_note_ = std::move(note); }
    /// The keyboard is in it, or not any more.
    void setFocusInside(bool inside);

    MessagePlace placeAt(int y) const;
    int yOf(const MessagePlace& place) const;

Q_SIGNALS:
    void remedyWanted(strata::ui::Remedy remedy);
    void thinkingToggled(bool open);
    /// The person touched the text: reads on, selects, follows a link.
    void touched();
    void linkPointedAt(const QUrl& target);
    void linkActivated(const QUrl& target);
    /// The caret of a text went here (in this widget's coordinates).
    void caretMoved(const QRect& area);
    /// It may be higher or lower now.
    void heightChanged();
    void tabStopsChanged();
    void textViewMade(strata::ui::TextView* view);
    /// The caret was to leave the message upwards or downwards.
    void caretLeft(bool down);
    void actionWanted(strata::ui::MessageAction action);
    void branchWanted(int branch);
    /// The person wants this text in the place of the one that is shown.
    void editWanted(const QString& text);
    void menuWanted(const QPoint& global);

protected:
    void enterEvent(QEnterEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

    const Theme* theme() const { return theme_; }
    /// Room that branches and actions need at the end of a line, shown or not.
    QSize footSize() const;
    /// Places them at the end of an area of that height.
    void placeFoot(const QRect& area);
    QList<QWidget*> footStops() const;
    bool offers(MessageAction action) const { return offered_.testFlag(action); }
    /// Passes on what a text view tells.
    void watch(TextView* view);
    void watch(TextColumn* column);

private:
    void showActions();

    const Theme* theme_;
    MessageActions* actions_ = nullptr;
    BranchSwitch* branches_ = nullptr;
    std::function<QString()> go_back_note_;
    MessageActionSet sensible_;
    MessageActionSet offered_ = MessageAction::copy;
    QRect foot_;
    bool hovered_ = false;
    bool focus_inside_ = false;
};

}  // namespace strata::ui
