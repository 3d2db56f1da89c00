#pragma once

#include "ui/chat/message_view.h"

namespace strata::ui {

class Theme;

/// What the person wrote: exactly as typed, in a bubble at the end of the line.
class OwnMessageView : public MessageView {
    Q_OBJECT

public:
    explicit OwnMessageView(const Theme* theme, QWidget* parent = nullptr);

    void showMessage(const Message& message, bool is_last) override;
    Role role() const override { return Role::user; }
    int layOut(int width, int top, int bottom) override;
    TextColumn* text() const override { return text_; }
    QList<QWidget*> tabStops() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    const Theme* theme_;
    TextColumn* text_;
};

}  // namespace strata::ui
