#pragma once

#include <QWidget>

#include "ui/chat/chat_model.h"

namespace strata::ui {

class TextColumn;
class TextView;

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
    explicit MessageView(QWidget* parent) : QWidget(parent) {}

    /// Shows the message as it is now. is_last: nothing stands below it.
    virtual void showMessage(const Message& message, bool is_last) = 0;
    virtual Role role() const = 0;
    /// Takes on a width and lays out what is seen between two heights of the message. Returns how high it is.
    virtual int layOut(int width, int top, int bottom) = 0;
    /// The text of the message.
    virtual TextColumn* text() const = 0;
    /// What the Tab key stops at, in order.
    virtual QList<QWidget*> tabStops() const = 0;
    virtual void setThinkingOpen(bool /*open*/) {}

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

protected:
    /// Passes on what a text view tells.
    void watch(TextView* view);
    void watch(TextColumn* column);
};

}  // namespace strata::ui
