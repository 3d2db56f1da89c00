#pragma once

#include <functional>

#include <QTimer>
#include <QWidget>

#include "ui/chat/chat_model.h"

class QStackedWidget;
class QVBoxLayout;

namespace strata::ui {

class ChatController;
class ChatView;
class Composer;
class EmptyState;
class Label;
class NoticeBar;
class Theme;

/// The middle of the window: the chat or its empty state, a message that waits, and the composer. Turns what is pressed
/// into calls of the controller.
class ChatPage : public QWidget {
    Q_OBJECT

public:
    /// All must outlive the page.
    ChatPage(const Theme* theme, ChatController* controller, ChatModel* chat, QWidget* parent = nullptr);

    void setBuiltInModel(bool built_in);
    /// Stores what is typed now.
    void storeDraft();
    Composer* composer() const { return composer_; }
    ChatView* chatView() const { return view_; }
    /// Shown above the composer until it is taken away; belongs to the page.
    NoticeBar* notice() const { return notice_; }
    /// Puts a line directly under the composer; it belongs to the page from then on.
    void putUnderComposer(QWidget* line);
    /// Asked before a message is sent; false: it stays in the box.
    using SendGuard = std::function<bool(const QString& text)>;
    void setSendGuard(SendGuard guard) { send_guard_ = std::move(guard); }

Q_SIGNALS:
    void linkActivated(const QUrl& target);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void connectController();
    void send(const QString& text);
    void showWaiting(const QString& text);
    void showDraft();
    void showChatOrInvitation();
    void arrange();

    const Theme* theme_;
    ChatController* controller_;
    ChatModel* chat_;
    QStackedWidget* stack_;
    EmptyState* empty_;
    ChatView* view_;
    QWidget* foot_;
    NoticeBar* notice_;
    NoticeBar* waiting_;
    Composer* composer_;
    Label* hint_;
    SendGuard send_guard_;
    QTimer draft_time_;  ///< until what is typed is stored
};

}  // namespace strata::ui
