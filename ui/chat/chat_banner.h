#pragma once

#include <QWidget>

namespace strata::ui {

class ChatController;
class NoticeBar;
class Theme;

/// What is special about the chat on the screen, above its messages: that it is not stored, or that it has
/// instructions.
class ChatBanner : public QWidget {
    Q_OBJECT

public:
    /// All must outlive the banner.
    ChatBanner(const Theme* theme, ChatController* controller, QWidget* parent = nullptr);

Q_SIGNALS:
    void instructionsWanted();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void showChat();
    void arrange();

    const Theme* theme_;
    ChatController* controller_;
    NoticeBar* bar_;
};

}  // namespace strata::ui
