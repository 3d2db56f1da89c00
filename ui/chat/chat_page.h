#pragma once

#include <functional>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include <QTimer>
#include <QWidget>

#include "ui/attachments/attachment_list.h"
#include "ui/chat/chat_model.h"

class QStackedWidget;
class QVBoxLayout;

namespace strata::ui {

class ChatBanner;
class ChatController;
class ChatKeys;
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
    /// Says why something was not attached.
    void showRefusal(const QString& sentence);
    /// Stores what is typed now.
    void storeDraft();
    Composer* composer() const { return composer_; }
    ChatModel* chat() const { return chat_; }
    ChatView* chatView() const { return view_; }
    /// What is special about the chat, above its messages.
    ChatBanner* banner() const { return banner_; }
    /// Shown above the composer until it is taken away; belongs to the page.
    NoticeBar* notice() const { return notice_; }
    /// Puts a line directly under the composer; it belongs to the page from then on.
    void putUnderComposer(QWidget* line);
    /// Asked before a message is sent; false: it stays in the box.
    using SendGuard = std::function<bool(const QString& text)>;
    void setSendGuard(SendGuard guard) { send_guard_ = std::move(guard); }
    /// Tells whether the model has eyes; none: that is not known yet. Asked before pictures are sent; without it they
    /// are sent.
    using SightLookup = std::function<std::optional<bool>()>;
    void setSightLookup(SightLookup lookup) { sight_ = std::move(lookup); }

Q_SIGNALS:
    void linkActivated(const QUrl& target);
    /// An error was met that these help with.
    void shortenWanted();
    void summaryWanted();
    void moreMemoryWanted();
    void restartWanted();

protected:
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void connectController();
    void connectMessages();
    void remedy(Remedy remedy);
    void showTimes(int row);
    void send(const QString& text);
    void showWaiting();
    void takeBackWaiting();
    std::pair<ConversationId, bool> chatOfAside() const;
    void showDraft();
    void showChatOrInvitation();
    void showHint();
    void askAboutPictures(const QString& text);
    void answerNotice();
    void arrange();

    const Theme* theme_;
    ChatController* controller_;
    ChatModel* chat_;
    ChatBanner* banner_;
    QStackedWidget* stack_;
    EmptyState* empty_;
    ChatView* view_;
    ChatKeys* keys_;
    QWidget* foot_;
    NoticeBar* notice_;
    NoticeBar* waiting_;
    NoticeBar* attachment_notice_;
    Composer* composer_;
    Label* hint_;
    SendGuard send_guard_;
    SightLookup sight_;
    /// What stood in the composer of a chat that is not on the screen. The store keeps it as words and pictures; here
    /// pasted texts are still apart, and pictures that are being read are there.
    struct Aside {
        QString text;
        std::vector<Attachment> attachments;
    };
    std::map<std::pair<ConversationId, bool>, Aside> asides_;  ///< temporary chats apart
    std::optional<QString> unsent_;                            ///< the message that the notice asks about
    QTimer draft_time_;                                        ///< until what is typed is stored
};

}  // namespace strata::ui
