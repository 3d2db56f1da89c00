#pragma once

#include "ui/chat/message_view.h"

namespace strata::ui {

class MessageEditor;
class PictureLoader;
class PictureStrip;

/// What the person wrote: exactly as typed, in a bubble at the end of the line, its pictures above it.
class OwnMessageView : public MessageView {
    Q_OBJECT

public:
    /// pictures: brings those of the message; nullptr: none are shown.
    explicit OwnMessageView(const Theme* theme, PictureLoader* pictures, QWidget* parent = nullptr);

    void showMessage(const Message& message, bool is_last) override;
    Role role() const override { return Role::user; }
    int layOut(int width, int top, int bottom) override;
    TextColumn* text() const override { return text_; }
    QList<QWidget*> tabStops() const override;
    void startEditing() override;
    bool isBusy() const override { return editor_ != nullptr; }
    void rest() override;

Q_SIGNALS:
    void pictureActivated(const strata::app::AttachedPicture& picture);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void stopEditing();
    /// Gives the height that they take.
    int layOutPictures(int width);

    TextColumn* text_;
    PictureStrip* strip_;  ///< nullptr: none are shown
    bool has_text_ = true;
    MessageEditor* editor_ = nullptr;
    QString source_;
    qint64 id_ = 0;
};

}  // namespace strata::ui
