#pragma once

#include "ui/chat/message_view.h"

namespace strata::ui {

class Button;
class Label;
class ProblemBubble;
class RereadFold;
class Theme;
class ThinkingFold;

/// An answer: thinking, text, one line about it, and an error if there was one. What an answer does not need is not
/// made.
class AnswerView : public MessageView {
    Q_OBJECT

public:
    explicit AnswerView(const Theme* theme, QWidget* parent = nullptr);

    void showMessage(const Message& message, bool is_last) override;
    Role role() const override { return Role::assistant; }
    int layOut(int width, int top, int bottom) override;
    TextColumn* text() const override { return text_; }
    QList<QWidget*> tabStops() const override;
    void setThinkingOpen(bool open) override;

private:
    void showThinking(const Message& message);
    void showReread(const Message& message);
    void showProblem(const Message& message, bool is_last);
    void showState(const Message& message, bool is_last);

    const Theme* theme_;
    TextColumn* text_;
    ThinkingFold* fold_ = nullptr;
    RereadFold* reread_ = nullptr;
    ProblemBubble* problem_ = nullptr;
    Label* state_;
    Button* answer_now_ = nullptr;
    bool thinking_open_ = false;
};

}  // namespace strata::ui
