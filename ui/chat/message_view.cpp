#include "ui/chat/message_view.h"

#include <algorithm>
#include <cmath>

#include <QHBoxLayout>
#include <QPainter>
#include <QVBoxLayout>

#include "ui/chat/problem_bubble.h"
#include "ui/chat/remembered_text.h"
#include "ui/chat/reread_fold.h"
#include "ui/chat/thinking_fold.h"
#include "ui/chat/turn_text.h"
#include "ui/style/button.h"
#include "ui/style/label.h"
#include "ui/style/metrics.h"
#include "ui/style/tool_tip.h"
#include "ui/text/document_writer.h"
#include "ui/text/text_view.h"

namespace strata::ui {
namespace {

constexpr int kBubblePadding = 14;
constexpr int kBubbleTop = 10;
constexpr int kBubbleBottom = 7;        // the last line brings some room of its own
constexpr double kWidestBubble = 0.82;  ///< of the column

}  // namespace

void MessageView::watch(TextView* view) {
    connect(view, &TextView::linkPointedAt, this, &MessageView::linkPointedAt);
    connect(view, &TextView::linkActivated, this, [this](const QUrl& target) {
        Q_EMIT touched();
        Q_EMIT linkActivated(target);
    });
    connect(view, &QTextEdit::selectionChanged, this, [this, view] {
        if (view->hasFocus() && view->textCursor().hasSelection()) {
            Q_EMIT touched();
        }
    });
    connect(view, &TextView::caretMoved, this,
            [this, view](const QRect& area) { Q_EMIT caretMoved(area.translated(view->mapTo(this, QPoint()))); });
}

OwnMessageView::OwnMessageView(const Theme* theme, QWidget* parent)
    : MessageView(parent),
      theme_(theme),
      document_(std::make_unique<QTextDocument>()),
      view_(new TextView(theme, this)) {
    view_->setAccessibleName(tr("Your message"));
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    watch(view_);
    connect(theme, &Theme::changed, this, &OwnMessageView::writeText);
}

OwnMessageView::~OwnMessageView() {
    delete view_;
}  // before the document that it shows

void OwnMessageView::showMessage(const Message& message, bool /*is_last*/) {
    setAccessibleName(spokenMessage(message));
    if (message.text != text_ || text_.isEmpty()) {
        text_ = message.text;
        writeText();
    }
}

QList<QWidget*> OwnMessageView::tabStops() const {
    return {view_};
}

void OwnMessageView::writeText() {
    auto document = std::make_unique<QTextDocument>();
    DocumentWriter(document.get(), theme_).append(plainBlocks(text_));
    view_->showDocument(document.get());
    document_ = std::move(document);
    measured_width_ = -1;
    updateGeometry();
    update();
}

/// Size of the text in a column of this width: no wider than its longest line.
QSize OwnMessageView::textSize(int width) const {
    if (width != measured_width_) {
        const int widest = std::max(static_cast<int>(width * kWidestBubble) - 2 * kBubblePadding, 1);
        document_->setTextWidth(widest);
        const int needed = static_cast<int>(std::ceil(document_->idealWidth()));
        const int text_width = std::clamp(needed, 1, widest);
        measured_size_ = {text_width, view_->heightForWidth(text_width)};
        measured_width_ = width;
    }
    return measured_size_;
}

int OwnMessageView::heightForWidth(int width) const {
    return textSize(width).height() + kBubbleTop + kBubbleBottom;
}

void OwnMessageView::resizeEvent(QResizeEvent* /*event*/) {
    const QSize text = textSize(width());
    const int left = layoutDirection() == Qt::LeftToRight ? width() - kBubblePadding - text.width() : kBubblePadding;
    view_->setGeometry(left, kBubbleTop, text.width(), text.height());
}

void OwnMessageView::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme_->color(ColorRole::own_message));
    const QRect bubble = view_->geometry().adjusted(-kBubblePadding, -kBubbleTop, kBubblePadding, kBubbleBottom);
    painter.drawRoundedRect(bubble, metrics::kBubbleRadius, metrics::kBubbleRadius);
}

AnswerView::AnswerView(const Theme* theme, QWidget* parent)
    : MessageView(parent),
      text_(theme),
      fold_(new ThinkingFold(theme, this)),
      view_(new TextView(theme, this)),
      reread_(new RereadFold(theme, this)),
      problem_(new ProblemBubble(theme, this)),
      state_(new Label(theme, TextStyle::small, ColorRole::muted_text, QString(), this)),
      answer_now_(new Button(theme, ButtonKind::outlined, tr("Answer now"), Icon::again, this)) {
    fold_->setObjectName(QStringLiteral("thinkingFold"));
    view_->setObjectName(QStringLiteral("answerText"));
    view_->setAccessibleName(tr("Answer"));
    view_->follow(text_);
    reread_->setObjectName(QStringLiteral("rereadFold"));
    state_->setObjectName(QStringLiteral("answerState"));
    state_->setWordWrap(true);
    answer_now_->setObjectName(QStringLiteral("answerNowButton"));

    auto* const foot = new QHBoxLayout;
    foot->setSpacing(metrics::kWideSpace);
    foot->addWidget(state_, 1);
    foot->addWidget(answer_now_);
    auto* const rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(metrics::kSpace);
    rows->addWidget(fold_);
    rows->addWidget(view_);
    rows->addWidget(reread_);
    rows->addWidget(problem_);
    rows->addLayout(foot);

    watch(view_);
    connect(fold_, &ThinkingFold::textViewMade, this, &AnswerView::watch);
    connect(fold_, &ThinkingFold::toggled, this, &MessageView::thinkingToggled);
    connect(reread_, &RereadFold::toggled, this, &MessageView::touched);
    connect(problem_, &ProblemBubble::remedyWanted, this, &MessageView::remedyWanted);
    connect(answer_now_, &QAbstractButton::clicked, this, [this] { Q_EMIT remedyWanted(Remedy::try_again); });
}

AnswerView::~AnswerView() {
    delete view_;
}  // before the text that it shows

void AnswerView::showMessage(const Message& message, bool is_last) {
    const bool live = isLive(message.state);
    text_.show(message.text, !live);
    view_->setVisible(!message.text.isEmpty());

    fold_->setVisible(!message.reasoning.isEmpty());
    fold_->showThinking(thinkingLine(message), message.reasoning, message.state != TurnState::thinking);
    if (message.state == TurnState::done && message.text.isEmpty() && !message.reasoning.isEmpty()) {
        fold_->setOpen(true);  // the answer may be in there; it must not stay hidden
    }

    const QString line = stateLine(message);
    state_->setText(line);
    state_->setVisible(!line.isEmpty());
    state_->setToolTip(message.remembered ? plainTip(rememberedTip(*message.remembered)) : QString());
    const QString reread = rereadLine(message);
    reread_->setVisible(!reread.isEmpty());
    reread_->showReread(reread, message.divergence);
    answer_now_->setVisible(is_last && isUnanswered(message));
    if (message.problem) {
        problem_->showProblem(*message.problem);
        problem_->setRemedyOffered(is_last);
    }
    problem_->setVisible(message.problem.has_value());
    if (!live) {
        setAccessibleName(spokenMessage(message));
    }
}

QList<QWidget*> AnswerView::tabStops() const {
    QList<QWidget*> stops{fold_->foldButton()};
    if (fold_->textView() != nullptr) {
        stops.append(fold_->textView());
    }
    stops.append(view_);
    stops.append(reread_->tabStops());
    stops.append(problem_->tabStops());
    stops.append(answer_now_);
    return stops;
}

void AnswerView::resizeEvent(QResizeEvent* event) {
    MessageView::resizeEvent(event);
    // The text view is hidden until there is text and takes on its width only then; what comes first would be laid out
    // for a few pixels.
    text_.document()->setTextWidth(width());
}

void AnswerView::setThinkingOpen(bool open) {
    fold_->setOpen(open);
}

}  // namespace strata::ui
