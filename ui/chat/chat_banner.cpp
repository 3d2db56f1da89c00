#include "ui/chat/chat_banner.h"

#include <algorithm>

#include <QVBoxLayout>

#include "ui/chat/chat_controller.h"
#include "ui/style/metrics.h"
#include "ui/style/notice_bar.h"
#include "ui/style/theme.h"

namespace strata::ui {
namespace {

constexpr qsizetype kShownOfInstructions = 160;

QString shortened(const QString& text) {
    const QString line = text.simplified();
    return line.size() > kShownOfInstructions ? line.first(kShownOfInstructions) + u'…' : line;
}

}  // namespace

ChatBanner::ChatBanner(const Theme* theme, ChatController* controller, QWidget* parent)
    : QWidget(parent), theme_(theme), controller_(controller), bar_(new NoticeBar(theme, this)) {
    bar_->setObjectName(QStringLiteral("chatBanner"));
    auto* const rows = new QVBoxLayout(this);
    rows->addWidget(bar_);
    connect(bar_, &NoticeBar::actionPressed, this, &ChatBanner::instructionsWanted);
    connect(controller, &ChatController::chatOpened, this, &ChatBanner::showChat);
    connect(controller, &ChatController::instructionsChanged, this, &ChatBanner::showChat);
    connect(theme, &Theme::changed, this, &ChatBanner::arrange);
    showChat();
}

void ChatBanner::showChat() {
    QStringList parts;
    if (controller_->isTemporary()) {
        parts.append(tr("Temporary chat: it is written nowhere, and gone when you delete it or close Strata."));
    }
    const QString instructions = controller_->instructions();
    if (!instructions.isEmpty()) {
        parts.append(tr("Instructions: %1").arg(shortened(instructions)));
    }
    if (parts.isEmpty()) {
        hide();
        return;
    }
    bar_->showNotice(NoticeBar::Tone::neutral, parts.join(u'\n'), instructions.isEmpty() ? QString() : tr("Change…"));
    show();
}

void ChatBanner::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    arrange();
}

/// As wide as the messages.
void ChatBanner::arrange() {
    const int margin = std::max((width() - theme_->columnWidth()) / 2, metrics::kPageMargin);
    layout()->setContentsMargins(margin, metrics::kSpace, margin, 0);
}

}  // namespace strata::ui
