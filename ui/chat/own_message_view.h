#pragma once

#include "ui/chat/message_view.h"

namespace strata::ui {

class MessageEditor;

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
    void startEditing() override;
    bool isBusy() const override { return editor_ != nullptr; }
    void rest() override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void stopEditing();

    TextColumn* text_;
    MessageEditor* editor_ = nullptr;
    QString source_;
    qint64 id_ = 0;
};

}  // namespace strata::ui
