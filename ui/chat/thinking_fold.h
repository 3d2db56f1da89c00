#pragma once

#include <QWidget>

namespace strata::ui {

class Button;
class TextColumn;
class Theme;

/// The thinking before an answer: one line, and on request the text below it. While it is folded the text is only kept.
class ThinkingFold : public QWidget {
    Q_OBJECT

public:
    explicit ThinkingFold(const Theme* theme, QWidget* parent = nullptr);

    void showThinking(const QString& line, const QString& reasoning, bool complete);
    void setOpen(bool open);
    bool isOpen() const { return open_; }
    Button* foldButton() const { return button_; }
    /// Empty as long as it was never opened.
    TextColumn* text() const { return text_; }
    /// Takes on a width, lays out what is seen between two heights, and returns how high all of it is.
    int layOut(int width, int top, int bottom);

Q_SIGNALS:
    /// The person opened or folded it.
    void toggled(bool open);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    const Theme* theme_;
    Button* button_;
    TextColumn* text_;
    QString reasoning_;
    bool complete_ = false;
    bool open_ = false;
};

}  // namespace strata::ui
