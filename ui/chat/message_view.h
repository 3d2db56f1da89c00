#pragma once

#include <memory>

#include <QTextDocument>
#include <QWidget>

#include "ui/chat/chat_model.h"
#include "ui/text/streaming_markdown.h"

namespace strata::ui {

class Button;
class Label;
class ProblemBubble;
class RereadFold;
class TextView;
class Theme;
class ThinkingFold;

/// One message on the page. Knows how high it is for a width; tells what the person does in it.
class MessageView : public QWidget {
    Q_OBJECT

public:
    explicit MessageView(QWidget* parent) : QWidget(parent) {}

    /// Shows the message as it is now. is_last: nothing stands below it.
    virtual void showMessage(const Message& message, bool is_last) = 0;
    /// What the Tab key stops at, in order.
    virtual QList<QWidget*> tabStops() const = 0;

Q_SIGNALS:
    void remedyWanted(strata::ui::Remedy remedy);
    void thinkingToggled(bool open);
    /// The person touched the text: reads on, selects, follows a link.
    void touched();
    void linkPointedAt(const QUrl& target);
    void linkActivated(const QUrl& target);
    /// The caret of a text went here (in this widget's coordinates).
    void caretMoved(const QRect& area);

protected:
    /// Passes on what a text view tells.
    void watch(TextView* view);
};

/// What the person wrote: exactly as typed, in a bubble at the end of the line.
class OwnMessageView : public MessageView {
    Q_OBJECT

public:
    explicit OwnMessageView(const Theme* theme, QWidget* parent = nullptr);
    ~OwnMessageView() override;

    void showMessage(const Message& message, bool is_last) override;
    QList<QWidget*> tabStops() const override;

    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override { return {width(), heightForWidth(width())}; }

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void writeText();
    QSize textSize(int width) const;

    const Theme* theme_;
    QString text_;
    std::unique_ptr<QTextDocument> document_;
    TextView* view_;
    mutable int measured_width_ = -1;  ///< of the column for which measured_size_ was found
    mutable QSize measured_size_;
};

/// An answer: thinking, text, one line about it, and an error if there was one.
class AnswerView : public MessageView {
    Q_OBJECT

public:
    explicit AnswerView(const Theme* theme, QWidget* parent = nullptr);
    ~AnswerView() override;

    void showMessage(const Message& message, bool is_last) override;
    QList<QWidget*> tabStops() const override;
    void setThinkingOpen(bool open);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    StreamingMarkdown text_;
    ThinkingFold* fold_;
    TextView* view_;
    RereadFold* reread_;
    ProblemBubble* problem_;
    Label* state_;
    Button* answer_now_;
};

}  // namespace strata::ui
