#include "ui/chat/empty_state.h"

#include <algorithm>

#include <QGridLayout>
#include <QVBoxLayout>

#include "ui/style/button.h"
#include "ui/style/label.h"
#include "ui/style/margins.h"
#include "ui/style/metrics.h"
#include "ui/style/scroll_bar.h"

namespace strata::ui {
namespace {

constexpr int kSmallestTwoColumns = 520;

}  // namespace

EmptyState::EmptyState(const Theme* theme, QWidget* parent)
    : QScrollArea(parent),
      theme_(theme),
      rows_(new QVBoxLayout),
      title_(new Label(theme, TextStyle::title, ColorRole::text, tr("What would you like to try?"), this)),
      text_(new Label(theme, TextStyle::body, ColorRole::muted_text, QString(), this)),
      grid_(new QGridLayout) {
    setObjectName(QStringLiteral("emptyState"));
    setAccessibleName(tr("Suggestions"));
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::NoFocus);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBar(new SlimScrollBar(theme, this));
    setWidgetResizable(true);
    title_->setWordWrap(true);
    text_->setWordWrap(true);
    const QStringList prompts{
        tr("What is the capital of France?"),
        tr("Please reverse this list: lamp, river, stone"),
        tr("What is a checkpoint?"),
        tr("What is 17 + 25?"),
    };
    for (const QString& prompt : prompts) {
        auto* const button = new Button(theme, ButtonKind::suggestion, prompt, Icon::arrow_right, this);
        button->setObjectName(QStringLiteral("promptButton"));
        button->setAccessibleName(tr("Send: %1").arg(prompt));
        connect(button, &QAbstractButton::clicked, this, [this, prompt] { Q_EMIT promptChosen(prompt); });
        prompts_.append(button);
    }
    grid_->setSpacing(2);
    title_->setContentsMargins(Button::kRingRoom, 0, Button::kRingRoom, 0);
    text_->setContentsMargins(Button::kRingRoom, 0, Button::kRingRoom, 0);
    rows_->setSpacing(metrics::kSpace);
    rows_->addStretch(2);
    rows_->addWidget(title_);
    rows_->addWidget(text_);
    rows_->addSpacing(metrics::kWideSpace);
    rows_->addLayout(grid_);
    rows_->addStretch(3);
    auto* const content = new QWidget;
    content->setLayout(rows_);
    setWidget(content);
    setBuiltInModel(false);
    connect(theme, &Theme::changed, this, &EmptyState::arrange);
}

void EmptyState::setBuiltInModel(bool built_in) {
    text_->setText(built_in ? tr("Everything stays on this PC. The built-in practice model is tiny: it knows a few "
                                 "capitals, lists, sums and this program, and is often wrong about the rest.")
                            : tr("Everything stays on this PC."));
}

void EmptyState::resizeEvent(QResizeEvent* event) {
    QScrollArea::resizeEvent(event);
    arrange();
}

void EmptyState::arrange() {
    const int column_width = std::min(theme_->columnWidth(), width() - 2 * metrics::kPageMargin);
    const int side = (width() - column_width) / 2 - Button::kRingRoom;
    // The scroll bar stands in the margin at the end.
    const int beside_bar = std::max(side - (width() - viewport()->width()), 0);
    rows_->setContentsMargins(marginsAlong(this, side, metrics::kSpace, beside_bar, metrics::kSpace));
    const int columns = column_width >= kSmallestTwoColumns * theme_->zoomPercent() / 100 ? 2 : 1;
    for (int i = 0; i < prompts_.size(); ++i) {
        grid_->addWidget(prompts_[i], i / columns, i % columns);  // moves a widget that it has already
    }
}

}  // namespace strata::ui
