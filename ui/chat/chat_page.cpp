#include "ui/chat/chat_page.h"

#include <algorithm>

#include <QStackedWidget>
#include <QVBoxLayout>

#include "ui/chat/chat_controller.h"
#include "ui/chat/chat_view.h"
#include "ui/chat/composer.h"
#include "ui/chat/empty_state.h"
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
      stack_(new QStackedWidget(this)),
      empty_(new EmptyState(theme, this)),
      view_(new ChatView(theme, chat, this)),
      foot_(new QWidget(this)),
      notice_(new NoticeBar(theme, foot_)),
      waiting_(new NoticeBar(theme, foot_)),
      composer_(new Composer(theme, foot_)),
      hint_(new Label(theme, TextStyle::small, ColorRole::muted_text, QString(), foot_)) {
    notice_->setObjectName(QStringLiteral("noticeBar"));
    waiting_->setObjectName(QStringLiteral("waitingMessage"));
    hint_->setObjectName(QStringLiteral("composerHint"));
    hint_->setAlignment(Qt::AlignHCenter);
    hint_->setText(tr("Enter sends, Shift+Enter begins a new line. What models say may be wrong."));
    hint_->setWordWrap(true);
    stack_->addWidget(empty_);
    stack_->addWidget(view_);

    auto* const parts = new QVBoxLayout(foot_);
    parts->setSpacing(metrics::kSpace);
    parts->addWidget(notice_);
    parts->addWidget(waiting_);
    parts->addWidget(composer_);
    parts->addWidget(hint_);
    auto* const rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(0);
    rows->addWidget(stack_, 1);
    rows->addWidget(foot_);

    draft_time_.setSingleShot(true);
    draft_time_.setInterval(kDraftTime);
    connect(&draft_time_, &QTimer::timeout, this, &ChatPage::storeDraft);
    connect(composer_, &Composer::textChanged, this, [this] {
        if (!draft_time_.isActive()) {
            draft_time_.start();
        }
    });
    connectController();
    connect(composer_, &Composer::sendWanted, this, &ChatPage::send);
    connect(composer_, &Composer::stopWanted, controller, &ChatController::stop);
    connect(empty_, &EmptyState::promptChosen, this, &ChatPage::send);
    connect(waiting_, &NoticeBar::actionPressed, this, [this] { composer_->giveBack(controller_->takeBackWaiting()); });
    connect(view_, &ChatView::linkActivated, this, &ChatPage::linkActivated);
    connect(view_, &ChatView::remedyWanted, this, [this](Remedy remedy) {
        remedy == Remedy::new_chat ? controller_->newChat() : controller_->answerAgain();
    });
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

void ChatPage::setBuiltInModel(bool built_in) {
    empty_->setBuiltInModel(built_in);
}

void ChatPage::putUnderComposer(QWidget* line) {
    auto* const parts = static_cast<QVBoxLayout*>(foot_->layout());
    parts->insertWidget(parts->indexOf(composer_) + 1, line);
}

void ChatPage::send(const QString& text) {
    if (send_guard_ && !send_guard_(text)) {
        return;
    }
    const Thinking thinking = composer_->thinksFirst() ? Thinking::medium : Thinking::off;
    if (controller_->send(text, thinking) && text == composer_->text()) {
        composer_->clearText();
    }
    composer_->edit()->setFocus();
}

void ChatPage::storeDraft() {
    draft_time_.stop();
    controller_->setDraft(composer_->text());
}

void ChatPage::showDraft() {
    composer_->setText(controller_->draft());
    draft_time_.stop();
}

void ChatPage::showWaiting(const QString& text) {
    composer_->setAccepting(text.isEmpty());
    if (text.isEmpty()) {
        waiting_->hide();
        return;
    }
    QString shown = text.simplified();
    if (shown.size() > kShownOfWaiting) {
        shown = shown.first(kShownOfWaiting) + u'…';
    }
    waiting_->showNotice(NoticeBar::Tone::neutral, tr("Waits for the answer to end: “%1”").arg(shown), tr("Take back"));
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
