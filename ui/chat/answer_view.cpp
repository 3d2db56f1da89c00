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

/// Rounding must not wrap a line that fits.
constexpr int kLineSlack = 4;

bool isShown(const QWidget* part) {
    return part != nullptr && !part->isHidden();
}

int heightOf(const QWidget* part, int width) {
    return part->hasHeightForWidth() || part->layout() != nullptr ? std::max(part->heightForWidth(width), 0)
                                                                  : part->sizeHint().height();
}

}  // namespace

AnswerView::AnswerView(const Theme* theme, QWidget* parent)
    : MessageView(theme, parent),
      text_(new TextColumn(theme, TextParts::Markup::markdown, this)),
      state_(new Label(theme, TextStyle::small, ColorRole::muted_text, QString(), this)) {
    text_->setObjectName(QStringLiteral("answerColumn"));
    text_->setTextName(QStringLiteral("answerText"), tr("Answer"));
    state_->setObjectName(QStringLiteral("answerState"));
    state_->setWordWrap(true);
    watch(text_);
}

void AnswerView::showMessage(const Message& message, bool is_last) {
    MessageView::showMessage(message, is_last);
    const bool live = isLive(message.state);
    text_->show(message.text, !live);
    text_->setVisible(!message.text.isEmpty());
    showThinking(message);
    showReread(message);
    showProblem(message, is_last);
    showState(message);
    showRemedies(message, is_last);
    if (!live) {
        setAccessibleName(spokenMessage(message));
    }
    Q_EMIT heightChanged();
}

void AnswerView::showThinking(const Message& message) {
    const bool thought = !message.reasoning.isEmpty();
    if (thought && fold_ == nullptr) {
        fold_ = new ThinkingFold(theme(), this);
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
        reread_ = new RereadFold(theme(), this);
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
        problem_ = new ProblemBubble(theme(), this);
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

void AnswerView::showState(const Message& message) {
    const QString line = stateLine(message);
    state_->setText(line);
    state_->setVisible(!line.isEmpty());
    state_->setToolTip(message.remembered ? plainTip(rememberedTip(*message.remembered)) : QString());
}

/// What can be done about an answer that is not whole stands there without being asked for.
void AnswerView::showRemedies(const Message& message, bool is_last) {
    unanswered_ = is_last && isUnanswered(message);
    const bool goes_on = actions().testFlag(MessageAction::continue_answer) && message.state != TurnState::failed;
    const bool again = is_last && canGoOn(message) && message.state != TurnState::failed &&
                       actions().testFlag(MessageAction::answer_again);
    if ((unanswered_ || goes_on || again) && first_remedy_ == nullptr) {
        first_remedy_ = makeRemedy("answerNowButton");
        second_remedy_ = makeRemedy("secondRemedyButton");
        connect(first_remedy_, &QAbstractButton::clicked, this, [this] {
            unanswered_ ? remedyWanted(Remedy::try_again) : actionWanted(MessageAction::continue_answer);
        });
        connect(second_remedy_, &QAbstractButton::clicked, this, [this] { Q_EMIT actionWanted(second_action_); });
        Q_EMIT tabStopsChanged();
    }
    if (first_remedy_ == nullptr) {
        return;
    }
    first_remedy_->setText(unanswered_ ? tr("Answer now") : tr("Continue"));
    first_remedy_->setPictogram(unanswered_ ? Icon::again : Icon::arrow_right);
    first_remedy_->setVisible(unanswered_ || goes_on);
    second_action_ = unanswered_ ? MessageAction::edit : MessageAction::answer_again;
    second_remedy_->setText(actionText(second_action_));
    second_remedy_->setPictogram(actionIcon(second_action_));
    second_remedy_->setVisible(unanswered_ ? offers(MessageAction::edit) : again);
}

Button* AnswerView::makeRemedy(const char* name) {
    auto* const button = new Button(theme(), ButtonKind::outlined, QString(), Icon::none, this);
    button->setObjectName(QLatin1String(name));
    return button;
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
    return layOutFoot(width, y);
}

/// What is said about the answer, then what can be done about it, then what can be done with it.
int AnswerView::layOutFoot(int width, int y) {
    const bool right_to_left = layoutDirection() == Qt::RightToLeft;
    const QSize foot = footSize();
    int x = 0;
    const auto place = [&](QWidget* part, const QSize& size, int height) {
        part->setGeometry(right_to_left ? width - x - size.width() : x, y + (height - size.height()) / 2, size.width(),
                          size.height());
        x += size.width() + metrics::kSpace;
    };
    int buttons = 0;
    for (const Button* const button : {first_remedy_, second_remedy_}) {
        buttons += isShown(button) ? button->sizeHint().width() + metrics::kSpace : 0;
    }
    // What a label that wraps would like to have is a block, not a line.
    const int whole = state_->fontMetrics().horizontalAdvance(state_->text()) + kLineSlack;
    const int line = isShown(state_) ? std::min(whole, width) : 0;
    // In a narrow page the actions get a line of their own.
    const bool apart = line + buttons + metrics::kWideSpace + foot.width() > width;
    const int room = std::max(apart ? width - buttons : line, std::min(width, line));
    const int line_width = std::min(room, std::max(width - buttons, width / 2));
    const int line_height = isShown(state_) ? heightOf(state_, line_width) : 0;
    const int button_height = buttons > 0 ? first_remedy_->sizeHint().height() : 0;
    const int height = std::max({line_height, button_height, apart ? 0 : foot.height()});
    if (isShown(state_)) {
        place(state_, {line_width, line_height}, height);
    }
    for (Button* const button : {first_remedy_, second_remedy_}) {
        if (isShown(button)) {
            place(button, button->sizeHint(), height);
        }
    }
    placeFoot({0, apart ? y + height : y, width, apart ? foot.height() : height});
    return y + height + (apart ? foot.height() : 0);
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
    if (first_remedy_ != nullptr) {
        stops.append({first_remedy_, second_remedy_});
    }
    stops.append(footStops());
    return stops;
}

void AnswerView::toggleThinking() {
    if (isShown(fold_)) {
        fold_->foldButton()->click();
    }
}

void AnswerView::setThinkingOpen(bool open) {
    thinking_open_ = open;
    if (fold_ != nullptr) {
        fold_->setOpen(open);
    }
}

}  // namespace strata::ui
