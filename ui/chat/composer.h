#pragma once

#include <functional>

#include <QFrame>
#include <QPlainTextEdit>

#include "strata/request.h"

namespace strata::ui {

class AttachmentList;
class AttachmentRow;
class Button;
class Theme;
class ThinkingButton;

/// What is pasted may be taken by somebody else than the box. True: it was.
using PasteTaker = std::function<bool(const QMimeData&)>;

/// The box that one types into. Enter sends, Shift+Enter begins a line, or the other way round; grows with its text up
/// to a given height.
class ComposerEdit : public QPlainTextEdit {
    Q_OBJECT

public:
    explicit ComposerEdit(const Theme* theme, QWidget* parent = nullptr);

    void setHighest(int height);
    /// False: Enter begins a line, and Shift+Enter sends. Ctrl+Enter always sends.
    void setEnterSends(bool sends) { enter_sends_ = sends; }
    bool enterSends() const { return enter_sends_; }
    void setPasteTaker(PasteTaker taker) { paste_taker_ = std::move(taker); }

Q_SIGNALS:
    void sendPressed();
    void focusChanged(bool focused);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void inputMethodEvent(QInputMethodEvent* event) override;
    bool canInsertFromMimeData(const QMimeData* source) const override;
    void insertFromMimeData(const QMimeData* source) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void restyle();
    void settleDirection();
    void fitHeight();

    const Theme* theme_;
    int highest_;
    PasteTaker paste_taker_;
    bool enter_sends_ = true;
    bool composing_ = false;  ///< an input method shows text that is not settled
};

/// The frame around it: what goes with the message, the box, how to answer, and the buttons that attach, send and stop.
class Composer : public QFrame {
    Q_OBJECT

public:
    explicit Composer(const Theme* theme, QWidget* parent = nullptr);

    ComposerEdit* edit() const { return edit_; }
    QString text() const { return edit_->toPlainText(); }
    AttachmentList* attachments() const { return attachments_; }
    AttachmentRow* attachmentRow() const { return row_; }
    ThinkingButton* thinkingButton() const { return thinking_; }
    Thinking thinking() const;

    void setEnterSends(bool sends);

    /// The message is in good hands: the box is emptied, and what went with it is gone.
    void clearMessage();
    /// Shows another text, without a way back to the old one.
    void setText(const QString& text);
    /// Puts a text back, before what has been typed since.
    void giveBack(const QString& text);
    /// Whether somebody takes what is attached; until then there is no button for it.
    void setAttaching(bool attaching);
    /// While an answer runs there is a button to stop it.
    void setAnswering(bool answering);
    /// The button to stop has been pressed and is being obeyed.
    void setStopping();
    /// Whether a message could be taken now.
    void setAccepting(bool accepting);
    void setHighest(int height) { edit_->setHighest(height); }

Q_SIGNALS:
    void textChanged();
    void sendWanted(const QString& text);
    void stopWanted();
    void attachWanted();
    void enterSendsChanged();

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;

private:
    void trySend();
    void sendIfRead();
    void updateButtons();

    const Theme* theme_;
    AttachmentList* attachments_;
    AttachmentRow* row_;
    ComposerEdit* edit_;
    Button* attach_;
    ThinkingButton* thinking_;
    Button* stop_;
    Button* send_;
    bool accepting_ = true;
    bool sends_when_read_ = false;  ///< send was pressed while something was being read
    bool focused_ = false;
};

}  // namespace strata::ui
