#pragma once

#include <QWidget>

#include "ui/text/streaming_markdown.h"

class QVBoxLayout;

namespace strata::ui {

class Button;
class TextView;
class Theme;

/// The thinking before an answer: one line, and on request the text below it. While it is folded the text is only kept.
class ThinkingFold : public QWidget {
    Q_OBJECT

public:
    explicit ThinkingFold(const Theme* theme, QWidget* parent = nullptr);
    ~ThinkingFold() override;

    void showThinking(const QString& line, const QString& reasoning, bool complete);
    void setOpen(bool open);
    bool isOpen() const { return open_; }
    Button* foldButton() const { return button_; }
    /// None as long as it was never opened.
    TextView* textView() const { return view_; }

Q_SIGNALS:
    /// The person opened or folded it.
    void toggled(bool open);
    /// The text came into being, for those who watch text views.
    void textViewMade(strata::ui::TextView* view);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void makeText();

    const Theme* theme_;
    QVBoxLayout* rows_;
    Button* button_;
    TextView* view_ = nullptr;
    StreamingMarkdown text_;
    QString reasoning_;
    bool complete_ = false;
    bool open_ = false;
};

}  // namespace strata::ui
