#pragma once

#include <QFrame>
#include <QPlainTextEdit>

namespace strata::ui {

class Button;
class Theme;

/// The box that one types into. Enter sends, Shift+Enter begins a line; grows with its text up to a given height.
class ComposerEdit : public QPlainTextEdit {
    Q_OBJECT

public:
    explicit ComposerEdit(const Theme* theme, QWidget* parent = nullptr);

    void setHighest(int height);

Q_SIGNALS:
    void sendPressed();
    void focusChanged(bool focused);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void inputMethodEvent(QInputMethodEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void restyle();
    void fitHeight();

    const Theme* theme_;
    int highest_;
    bool composing_ = false;  ///< an input method shows text that is not settled
};

/// The frame around it: the box, whether to think first, and the buttons that send and stop.
class Composer : public QFrame {
    Q_OBJECT

public:
    explicit Composer(const Theme* theme, QWidget* parent = nullptr);

    ComposerEdit* edit() const { return edit_; }
    QString text() const { return edit_->toPlainText(); }
    bool thinksFirst() const;

    /// The message is in good hands: the box is emptied.
    void clearText() { edit_->clear(); }
    /// Shows another text, without a way back to the old one.
    void setText(const QString& text);
    /// Puts a text back, before what has been typed since.
    void giveBack(const QString& text);
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

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;

private:
    void trySend();
    void updateButtons();

    const Theme* theme_;
    ComposerEdit* edit_;
    Button* think_;
    Button* stop_;
    Button* send_;
    bool accepting_ = true;
    bool focused_ = false;
};

}  // namespace strata::ui
