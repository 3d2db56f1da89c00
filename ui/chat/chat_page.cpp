#include "ui/chat/chat_page.h"

#include <algorithm>
#include <utility>

#include <QApplication>
#include <QClipboard>
#include <QKeyEvent>
#include <QStackedWidget>
#include <QVBoxLayout>

#include "ui/attachments/attachment_list.h"
#include "ui/chat/chat_banner.h"
#include "ui/chat/chat_controller.h"
#include "ui/chat/chat_keys.h"
#include "ui/chat/chat_view.h"
#include "ui/chat/composer.h"
#include "ui/chat/empty_state.h"
#include "ui/chat/times_popup.h"
#include "ui/style/label.h"
#include "ui/style/metrics.h"
#include "ui/style/notice_bar.h"

namespace strata::ui {
namespace {

constexpr double kHighestComposer = 0.4;  ///< of the window
constexpr int kComposerFrame = 72;        ///< what the composer is higher than its box
constexpr qsizetype kShownOfWaiting = 120;
constexpr std::chrono::milliseconds kDraftTime{500};

}  // namespace

ChatPage::ChatPage(const Theme* theme, ChatController* controller, ChatModel* chat, QWidget* parent)
    : QWidget(parent),
      theme_(theme),
      controller_(controller),
      chat_(chat),
      banner_(new ChatBanner(theme, controller, this)),
      stack_(new QStackedWidget(this)),
      empty_(new EmptyState(theme, this)),
      view_(new ChatView(theme, chat, this)),
      keys_(new ChatKeys(view_, this)),
      foot_(new QWidget(this)),
      notice_(new NoticeBar(theme, foot_)),
      waiting_(new NoticeBar(theme, foot_)),
      attachment_notice_(new NoticeBar(theme, foot_)),
      composer_(new Composer(theme, foot_)),
      hint_(new Label(theme, TextStyle::small, ColorRole::muted_text, QString(), foot_)) {
    notice_->setObjectName(QStringLiteral("noticeBar"));
    waiting_->setObjectName(QStringLiteral("waitingMessage"));
    attachment_notice_->setObjectName(QStringLiteral("attachmentNotice"));
    hint_->setObjectName(QStringLiteral("composerHint"));
    hint_->setAlignment(Qt::AlignHCenter);
    hint_->setWordWrap(true);
    // Told to those who are new here, and not again.
    hint_->setVisible(controller->chatList()->rowCount() == 0);
    showHint();
    stack_->addWidget(empty_);
    stack_->addWidget(view_);

    auto* const parts = new QVBoxLayout(foot_);
    parts->setSpacing(metrics::kSpace);
    parts->addWidget(notice_);
    parts->addWidget(waiting_);
    parts->addWidget(attachment_notice_);
    parts->addWidget(composer_);
    parts->addWidget(hint_);
    auto* const rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(0);
    rows->addWidget(banner_);
    rows->addWidget(stack_, 1);
    rows->addWidget(foot_);

    draft_time_.setSingleShot(true);
    draft_time_.setInterval(kDraftTime);
    connect(&draft_time_, &QTimer::timeout, this, &ChatPage::storeDraft);
    const auto store_soon = [this] {
        if (!draft_time_.isActive()) {
            draft_time_.start();
        }
    };
    connect(composer_, &Composer::textChanged, this, store_soon);
    connect(composer_->attachments(), &AttachmentList::changed, this, store_soon);
    connect(composer_->attachments(), &AttachmentList::changed, this, [this] {
        if (unsent_) {  // what was asked about is another thing now
            unsent_.reset();
            attachment_notice_->hide();
        }
    });
    connect(attachment_notice_, &NoticeBar::actionPressed, this, &ChatPage::answerNotice);
    connectController();
    connect(composer_, &Composer::enterSendsChanged, this, &ChatPage::showHint);
    connect(composer_, &Composer::sendWanted, this, &ChatPage::send);
    connect(composer_, &Composer::stopWanted, controller, &ChatController::stop);
    connect(empty_, &EmptyState::promptChosen, this, &ChatPage::send);
    connect(waiting_, &NoticeBar::actionPressed, this, &ChatPage::takeBackWaiting);
    connect(view_, &ChatView::linkActivated, this, &ChatPage::linkActivated);
    connect(view_, &ChatView::remedyWanted, this, &ChatPage::remedy);
    connectMessages();
    connect(theme, &Theme::changed, this, &ChatPage::arrange);
    showChatOrInvitation();
    showDraft();
}

void ChatPage::connectController() {
    connect(controller_, &ChatController::sent, view_, &ChatView::followAnswer);
    connect(controller_, &ChatController::answeringChanged, composer_, &Composer::setAnswering);
    connect(controller_, &ChatController::stopRequested, composer_, &Composer::setStopping);
    connect(controller_, &ChatController::waitingChanged, this, &ChatPage::showWaiting);
    connect(controller_, &ChatController::leavingChat, this, &ChatPage::storeDraft);
    connect(controller_, &ChatController::chatOpened, this, &ChatPage::showDraft);
    connect(chat_, &QAbstractItemModel::rowsInserted, this, &ChatPage::showChatOrInvitation);
    connect(chat_, &QAbstractItemModel::rowsRemoved, this, &ChatPage::showChatOrInvitation);
    connect(chat_, &QAbstractItemModel::modelReset, this, &ChatPage::showChatOrInvitation);
}

/// What is done with single messages.
void ChatPage::connectMessages() {
    connect(view_, &ChatView::copyWanted, this,
            [this](int row) { QApplication::clipboard()->setText(chat_->at(row).text); });
    connect(view_, &ChatView::timesWanted, this, &ChatPage::showTimes);
    connect(view_, &ChatView::editWanted, this,
            [this](int row, const QString& text) { controller_->edit(row, text, composer_->thinking()); });
    connect(view_, &ChatView::answerAgainWanted, this, [this](int row) { controller_->answerAgain(row); });
    connect(view_, &ChatView::continueWanted, controller_, &ChatController::continueAnswer);
    connect(view_, &ChatView::branchWanted, controller_, &ChatController::showBranch);
    connect(view_, &ChatView::branchFromHereWanted, controller_, &ChatController::branchFromHere);
    connect(view_, &ChatView::goBackWanted, controller_, &ChatController::goBackTo);
    connect(view_, &ChatView::restWanted, controller_, &ChatController::showWhatFollowed);
    connect(view_, &ChatView::deleteWanted, controller_, &ChatController::deleteMessage);
    connect(controller_, &ChatController::messageWanted, view_, &ChatView::showRow);
    view_->setOffered(MessageAction::copy | MessageAction::edit | MessageAction::answer_again |
                      MessageAction::continue_answer | MessageAction::branch_here | MessageAction::times |
                      MessageAction::remove | MessageAction::go_back | MessageAction::show_rest);
    composer_->edit()->installEventFilter(this);
}

void ChatPage::remedy(Remedy remedy) {
    switch (remedy) {
        case Remedy::new_chat:
            controller_->newChat();
            break;
        case Remedy::try_again:
            controller_->answerAgain();
            break;
        case Remedy::continue_answer:
            controller_->continueAnswer();
            break;
        case Remedy::shorten:
            Q_EMIT shortenWanted();
            break;
        case Remedy::new_summary:
            Q_EMIT summaryWanted();
            break;
        case Remedy::restart:
            Q_EMIT restartWanted();
            break;
        case Remedy::more_memory:
        case Remedy::settings:
            Q_EMIT moreMemoryWanted();
            break;
        case Remedy::without_pictures:
            controller_->answerAgain(chat_->lastRow(), ChatController::Pictures::left_out);
            break;
    }
}

void ChatPage::showTimes(int row) {
    const QWidget* const message = view_->viewOf(row);
    auto* const popup = new TimesPopup(theme_, chat_->at(row), this);
    const QPoint place = message == nullptr ? rect().center() : QPoint(0, std::min(message->height(), view_->height()));
    popup->showAbove(message == nullptr ? mapToGlobal(place) : message->mapToGlobal(place));
}

bool ChatPage::eventFilter(QObject* watched, QEvent* event) {
    if (watched == composer_->edit() && event->type() == QEvent::KeyPress && composer_->text().isEmpty()) {
        const auto* const key = static_cast<QKeyEvent*>(event);
        const bool plain = (key->modifiers() & ~Qt::KeypadModifier) == Qt::NoModifier;
        if (key->key() == Qt::Key_Up && plain && keys_->editLastMessage()) {
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

void ChatPage::setBuiltInModel(bool built_in) {
    empty_->setBuiltInModel(built_in);
}

void ChatPage::putUnderComposer(QWidget* line) {
    auto* const rows = static_cast<QVBoxLayout*>(foot_->layout());
    rows->insertWidget(rows->indexOf(composer_) + 1, line);
}

void ChatPage::showHint() {
    hint_->setText(composer_->edit()->enterSends()
                       ? tr("Enter sends, Shift+Enter begins a new line. What models say may be wrong.")
                       : tr("Shift+Enter sends, Enter begins a new line. What models say may be wrong."));
}

void ChatPage::send(const QString& text) {
    const AttachmentList* const attachments = composer_->attachments();
    const bool blind = sight_ && !sight_().value_or(true);
    if (blind && attachments->pictureCount() > 0) {
        askAboutPictures(text);
        return;
    }
    const QString message = messageText(attachments->texts(), text);
    if (send_guard_ && !send_guard_(message)) {
        return;
    }
    const auto chat = chatOfAside();  // its id is empty before its first message
    if (controller_->send(message, composer_->thinking(), attachments->pictures()) && text == composer_->text()) {
        composer_->clearMessage();
        asides_.erase(chat);
    }
    composer_->edit()->setFocus();
}

/// A model without eyes: nothing is sent until the person says that the pictures may stay behind.
void ChatPage::askAboutPictures(const QString& text) {
    unsent_ = text;
    const bool has_words = !text.trimmed().isEmpty() || !composer_->attachments()->texts().empty();
    attachment_notice_->showNotice(
        NoticeBar::Tone::error,
        tr("The part that looks at pictures is not installed, so the model would not see them. Nothing was sent."),
        has_words ? tr("Send without pictures") : tr("OK"));
}

void ChatPage::showRefusal(const QString& sentence) {
    unsent_.reset();
    attachment_notice_->showNotice(NoticeBar::Tone::error, sentence, tr("OK"));
}

void ChatPage::answerNotice() {
    attachment_notice_->hide();
    const std::optional<QString> text = std::exchange(unsent_, std::nullopt);
    if (text && (!text->trimmed().isEmpty() || !composer_->attachments()->texts().empty())) {
        composer_->attachments()->replaceAll(composer_->attachments()->texts());
        send(*text);
    }
    composer_->edit()->setFocus();
}

/// A chat that is not begun has no id, and there are two of them.
std::pair<ConversationId, bool> ChatPage::chatOfAside() const {
    return {controller_->currentChat(), controller_->isTemporary()};
}

void ChatPage::storeDraft() {
    draft_time_.stop();
    const AttachmentList* const attachments = composer_->attachments();
    if (attachments->isEmpty()) {
        asides_.erase(chatOfAside());
    } else {
        asides_[chatOfAside()] = {composer_->text(), attachments->all()};
    }
    controller_->setDraft(attachments->draft(composer_->text()));
}

void ChatPage::showDraft() {
    attachment_notice_->hide();
    if (const auto aside = asides_.find(chatOfAside()); aside != asides_.end()) {
        const Aside shown = aside->second;
        composer_->setText(shown.text);
        composer_->attachments()->replaceAll(shown.attachments);
    } else {
        const app::Draft draft = controller_->draft();
        composer_->attachments()->showDraft(draft);
        composer_->setText(draft.text);
    }
    draft_time_.stop();
}

void ChatPage::showWaiting() {
    const app::Draft message = controller_->waiting();
    composer_->setAccepting(message.isEmpty());
    if (message.isEmpty()) {
        waiting_->hide();
        return;
    }
    QString shown = message.text.simplified();
    if (shown.size() > kShownOfWaiting) {
        shown = shown.first(kShownOfWaiting) + u'…';
    }
    const auto pictures = static_cast<int>(message.pictures.size());
    if (shown.isEmpty()) {
        shown = tr("Waits for the answer to end: %n pictures", nullptr, pictures);
    } else if (pictures > 0) {
        shown = tr("Waits for the answer to end: “%1” and %n pictures", nullptr, pictures).arg(shown);
    } else {
        shown = tr("Waits for the answer to end: “%1”").arg(shown);
    }
    waiting_->showNotice(NoticeBar::Tone::neutral, shown, tr("Take back"));
}

/// Puts the message that waits back into the box, before what has been typed and attached since.
void ChatPage::takeBackWaiting() {
    const app::Draft message = controller_->takeBackWaiting();
    std::vector<Attachment> since = composer_->attachments()->all();
    composer_->attachments()->showDraft(message);
    for (Attachment& attachment : since) {
        composer_->attachments()->add(std::move(attachment));
    }
    composer_->giveBack(message.text);
}

void ChatPage::showChatOrInvitation() {
    stack_->setCurrentWidget(chat_->isEmpty() ? static_cast<QWidget*>(empty_) : view_);
}

void ChatPage::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    arrange();
}

void ChatPage::arrange() {
    const int margin = std::max((width() - theme_->columnWidth()) / 2, metrics::kPageMargin);
    foot_->layout()->setContentsMargins(margin, metrics::kTightSpace, margin, metrics::kSpace + 2);
    composer_->setHighest(static_cast<int>(window()->height() * kHighestComposer) - kComposerFrame);
}

}  // namespace strata::ui
