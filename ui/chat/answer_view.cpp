#include "ui/chat/answer_view.h"

#include <algorithm>

#include "ui/chat/problem_bubble.h"
#include "ui/chat/remembered_text.h"
#include "ui/chat/reread_fold.h"
#include "ui/chat/thinking_fold.h"
#include "ui/chat/turn_text.h"
#include "ui/style/button.h"
#include "ui/style/label.h"
#include "ui/style/metrics.h"
#include "ui/style/tool_tip.h"
#include "ui/text/text_column.h"

namespace strata::ui {
namespace {

bool isShown(const QWidget* part) {
    return part != nullptr && !part->isHidden();
}

int heightOf(const QWidget* part, int width) {
    return part->hasHeightForWidth() || part->layout() != nullptr ? std::max(part->heightForWidth(width), 0)
                                                                  : part->sizeHint().height();
}

}  // namespace

AnswerView::AnswerView(const Theme* theme, QWidget* parent)
    : MessageView(parent),
      theme_(theme),
      text_(new TextColumn(theme, TextParts::Markup::markdown, this)),
      state_(new Label(theme, TextStyle::small, ColorRole::muted_text, QString(), this)) {
    text_->setObjectName(QStringLiteral("answerColumn"));
    text_->setTextName(QStringLiteral("answerText"), tr("Answer"));
    state_->setObjectName(QStringLiteral("answerState"));
    state_->setWordWrap(true);
    watch(text_);
}

void AnswerView::showMessage(const Message& message, bool is_last) {
    const bool live = isLive(message.state);
    text_->show(message.text, !live);
    text_->setVisible(!message.text.isEmpty());
    showThinking(message);
    showReread(message);
    showProblem(message, is_last);
    showState(message, is_last);
    if (!live) {
        setAccessibleName(spokenMessage(message));
    }
    Q_EMIT heightChanged();
}

void AnswerView::showThinking(const Message& message) {
    const bool thought = !message.reasoning.isEmpty();
    if (thought && fold_ == nullptr) {
        fold_ = new ThinkingFold(theme_, this);
        fold_->setObjectName(QStringLiteral("thinkingFold"));
        fold_->setOpen(thinking_open_);
        watch(fold_->text());
        connect(fold_, &ThinkingFold::toggled, this, [this](bool open) {
            thinking_open_ = open;
            Q_EMIT thinkingToggled(open);
            Q_EMIT tabStopsChanged();
            Q_EMIT heightChanged();
        });
        Q_EMIT tabStopsChanged();
    }
    if (fold_ == nullptr) {
        return;
    }
    fold_->setVisible(thought);
    fold_->showThinking(thinkingLine(message), message.reasoning, message.state != TurnState::thinking);
    // The answer may be in there; it must not stay hidden.
    const bool nothing_else = message.state == TurnState::done && message.text.isEmpty() && thought;
    fold_->setOpen(thinking_open_ || nothing_else);
}

void AnswerView::showReread(const Message& message) {
    const QString line = rereadLine(message);
    if (!line.isEmpty() && reread_ == nullptr) {
        reread_ = new RereadFold(theme_, this);
        reread_->setObjectName(QStringLiteral("rereadFold"));
        connect(reread_, &RereadFold::toggled, this, [this] {
            Q_EMIT touched();
            Q_EMIT heightChanged();
        });
        Q_EMIT tabStopsChanged();
    }
    if (reread_ != nullptr) {
        reread_->setVisible(!line.isEmpty());
        reread_->showReread(line, message.divergence);
    }
}

void AnswerView::showProblem(const Message& message, bool is_last) {
    if (message.problem && problem_ == nullptr) {
        problem_ = new ProblemBubble(theme_, this);
        connect(problem_, &ProblemBubble::remedyWanted, this, &MessageView::remedyWanted);
        Q_EMIT tabStopsChanged();
    }
    if (problem_ == nullptr) {
        return;
    }
    problem_->setVisible(message.problem.has_value());
    if (message.problem) {
        problem_->showProblem(*message.problem);
        problem_->setRemedyOffered(is_last);
    }
}

void AnswerView::showState(const Message& message, bool is_last) {
    const QString line = stateLine(message);
    state_->setText(line);
    state_->setVisible(!line.isEmpty());
    state_->setToolTip(message.remembered ? plainTip(rememberedTip(*message.remembered)) : QString());
    const bool unanswered = is_last && isUnanswered(message);
    if (unanswered && answer_now_ == nullptr) {
        answer_now_ = new Button(theme_, ButtonKind::outlined, tr("Answer now"), Icon::again, this);
        answer_now_->setObjectName(QStringLiteral("answerNowButton"));
        connect(answer_now_, &QAbstractButton::clicked, this, [this] { Q_EMIT remedyWanted(Remedy::try_again); });
        Q_EMIT tabStopsChanged();
    }
    if (answer_now_ != nullptr) {
        answer_now_->setVisible(unanswered);
    }
}

int AnswerView::layOut(int width, int top, int bottom) {
    int y = 0;
    const auto place = [&](QWidget* part, int height) {
        part->setGeometry(0, y, width, height);
        y += height + metrics::kSpace;
    };
    if (isShown(fold_)) {
        place(fold_, fold_->layOut(width, top, bottom));
    }
    if (isShown(text_)) {
        place(text_, text_->layOut(width, top - y, bottom - y));
    }
    for (QWidget* const part : {static_cast<QWidget*>(reread_), static_cast<QWidget*>(problem_)}) {
        if (isShown(part)) {
            place(part, heightOf(part, width));
        }
    }
    if (isShown(state_) || isShown(answer_now_)) {
        const bool right_to_left = layoutDirection() == Qt::RightToLeft;
        const QSize button = isShown(answer_now_) ? answer_now_->sizeHint() : QSize(0, 0);
        const int room = width - button.width() - (button.isEmpty() ? 0 : metrics::kWideSpace);
        const int height = std::max(heightOf(state_, room), button.height());
        state_->setGeometry(right_to_left ? width - room : 0, y, room, height);
        if (isShown(answer_now_)) {
            answer_now_->setGeometry(right_to_left ? 0 : width - button.width(), y + (height - button.height()) / 2,
                                     button.width(), button.height());
        }
        y += height + metrics::kSpace;
    }
    return std::max(y - metrics::kSpace, 0);
}

QList<QWidget*> AnswerView::tabStops() const {
    QList<QWidget*> stops;
    if (fold_ != nullptr) {
        stops.append(fold_->foldButton());
        stops.append(fold_->text()->tabStops());
    }
    stops.append(text_->tabStops());
    if (reread_ != nullptr) {
        stops.append(reread_->tabStops());
    }
    if (problem_ != nullptr) {
        stops.append(problem_->tabStops());
    }
    if (answer_now_ != nullptr) {
        stops.append(answer_now_);
    }
    return stops;
}

void AnswerView::setThinkingOpen(bool open) {
    thinking_open_ = open;
    if (fold_ != nullptr) {
        fold_->setOpen(open);
    }
}

}  // namespace strata::ui
