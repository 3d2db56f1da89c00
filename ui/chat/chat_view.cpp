#include "ui/chat/chat_view.h"

#include <algorithm>

#include <QKeyEvent>
#include <QScrollBar>
#include <QWheelEvent>

#include "ui/chat/message_view.h"
#include "ui/style/button.h"
#include "ui/style/label.h"
#include "ui/style/metrics.h"
#include "ui/style/scroll_bar.h"
#include "ui/text/link_policy.h"

namespace strata::ui {
namespace {

constexpr int kTopMargin = 20;
constexpr int kBottomMargin = 24;
constexpr int kAnswerTopGap = 12;   ///< above an answer that has scrolled to the top
constexpr int kMoreBelowFrom = 32;  ///< hidden pixels that the pill tells about

}  // namespace

ChatView::ChatView(const Theme* theme, ChatModel* chat, QWidget* parent)
    : QScrollArea(parent),
      theme_(theme),
      chat_(chat),
      column_(new QWidget),
      more_below_(new Button(theme, ButtonKind::outlined, tr("more below"), Icon::arrow_down, this)),
      link_target_(new Label(theme, TextStyle::small, ColorRole::text, QString(), this)) {
    setObjectName(QStringLiteral("chatView"));
    setAccessibleName(tr("Chat"));
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBar(new SlimScrollBar(theme, this));
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOn);
    column_->setObjectName(QStringLiteral("chatColumn"));
    column_->installEventFilter(this);
    setWidget(column_);
    more_below_->setObjectName(QStringLiteral("moreBelowButton"));
    more_below_->hide();
    link_target_->setObjectName(QStringLiteral("linkTarget"));
    link_target_->setAutoFillBackground(true);
    link_target_->setContentsMargins(metrics::kSpace, 3, metrics::kSpace, 3);
    link_target_->setAttribute(Qt::WA_TransparentForMouseEvents);
    link_target_->hide();

    connect(more_below_, &QAbstractButton::clicked, this, &ChatView::followEnd);
    connect(verticalScrollBar(), &QAbstractSlider::actionTriggered, this, &ChatView::leaveToReader);
    connect(verticalScrollBar(), &QAbstractSlider::sliderPressed, this, &ChatView::leaveToReader);
    connect(verticalScrollBar(), &QAbstractSlider::valueChanged, this, &ChatView::placeOverlays);
    connect(theme, &Theme::changed, this, &ChatView::layOut);
    connect(chat, &QAbstractItemModel::rowsInserted, this, &ChatView::insertRows);
    connect(chat, &QAbstractItemModel::rowsRemoved, this, &ChatView::removeRows);
    connect(chat, &QAbstractItemModel::dataChanged, this,
            [this](const QModelIndex& first, const QModelIndex& last) { changeRows(first, last); });
    connect(chat, &QAbstractItemModel::modelReset, this, &ChatView::reset);
    reset();
}

void ChatView::followAnswer() {
    follow_.followAnswer();
    layOut();
}

void ChatView::followEnd() {
    follow_.followEnd();
    layOut();
}

void ChatView::insertRows(const QModelIndex& /*parent*/, int first, int last) {
    for (int row = first; row <= last; ++row) {
        views_.insert(views_.begin() + row, makeView(row));
        showRow(row);
        orderTabs(row);
    }
    if (first > 0) {
        showRow(first - 1);  // it is not the last one any more
    }
    layOut();
}

void ChatView::removeRows(const QModelIndex& /*parent*/, int first, int last) {
    for (int row = last; row >= first; --row) {
        views_[static_cast<std::size_t>(row)]->deleteLater();
        views_.erase(views_.begin() + row);
    }
    if (chat_->lastRow() >= 0) {
        showRow(chat_->lastRow());
    }
    layOut();
}

void ChatView::changeRows(const QModelIndex& first, const QModelIndex& last) {
    for (int row = first.row(); row <= last.row(); ++row) {
        showRow(row);
    }
}

void ChatView::reset() {
    for (MessageView* const view : views_) {
        view->deleteLater();
    }
    views_.clear();
    thinking_open_ = false;
    for (int row = 0; row < chat_->rowCount(); ++row) {
        views_.push_back(makeView(row));
        showRow(row);
        orderTabs(row);
    }
    followEnd();
}

MessageView* ChatView::makeView(int row) {
    MessageView* view = nullptr;
    if (chat_->at(row).role == Role::user) {
        view = new OwnMessageView(theme_, column_);
    } else {
        auto* const answer = new AnswerView(theme_, column_);
        answer->setThinkingOpen(thinking_open_);
        view = answer;
    }
    connect(view, &MessageView::remedyWanted, this, &ChatView::remedyWanted);
    connect(view, &MessageView::linkActivated, this, &ChatView::linkActivated);
    connect(view, &MessageView::linkPointedAt, this, &ChatView::showTarget);
    connect(view, &MessageView::touched, this, &ChatView::leaveToReader);
    connect(view, &MessageView::caretMoved, this, [this, view](const QRect& area) { showCaret(view, area); });
    connect(view, &MessageView::thinkingToggled, this, [this](bool open) {
        thinking_open_ = open;
        leaveToReader();
    });
    view->show();
    return view;
}

/// New widgets come last in the tab order; this puts those of a row behind those of the row before.
void ChatView::orderTabs(int row) {
    QWidget* before = this;
    if (row > 0) {
        before = views_[static_cast<std::size_t>(row) - 1]->tabStops().last();
    }
    for (QWidget* const stop : views_[static_cast<std::size_t>(row)]->tabStops()) {
        QWidget::setTabOrder(before, stop);
        before = stop;
    }
}

void ChatView::showRow(int row) {
    views_[static_cast<std::size_t>(row)]->showMessage(chat_->at(row), row == chat_->lastRow());
}

bool ChatView::eventFilter(QObject* watched, QEvent* event) {
    if (watched == column_ && event->type() == QEvent::LayoutRequest) {
        layOut();
        return true;
    }
    return QScrollArea::eventFilter(watched, event);
}

/// Places all messages below each other.
void ChatView::layOut() {
    // Centred in the whole view and not only beside the scroll bar, so that it lines up with the composer.
    const int width = std::min(theme_->columnWidth(), this->width() - 2 * metrics::kPageMargin);
    const int left = (this->width() - width) / 2;
    int y = kTopMargin;
    for (std::size_t row = 0; row < views_.size(); ++row) {
        if (row > 0) {
            const bool is_answer = chat_->at(static_cast<int>(row)).role == Role::assistant;
            y += is_answer ? metrics::kAnswerSpace : metrics::kTurnSpace;
        }
        const int height = views_[row]->heightForWidth(width);
        views_[row]->setGeometry(left, y, width, height);
        y += height;
    }
    const int end = y + kBottomMargin;
    column_->resize(viewport()->width(), std::max(end, viewport()->height()));
    scroll();
}

void ChatView::scroll() {
    const int answer_top = views_.empty() ? 0 : views_.back()->y() - kAnswerTopGap;
    if (const auto position = follow_.position(answer_top, verticalScrollBar()->maximum())) {
        verticalScrollBar()->setValue(*position);
    }
    placeOverlays();
}

void ChatView::placeOverlays() {
    const bool more = verticalScrollBar()->maximum() - verticalScrollBar()->value() > kMoreBelowFrom;
    more_below_->setVisible(more);
    if (more) {
        const QSize size = more_below_->sizeHint();
        more_below_->setGeometry((width() - size.width()) / 2, height() - size.height() - metrics::kSpace, size.width(),
                                 size.height());
        more_below_->raise();
    }
    const QSize size = link_target_->sizeHint().boundedTo(QSize(viewport()->width(), height()));
    link_target_->setGeometry(0, height() - size.height(), size.width(), size.height());
    link_target_->raise();
}

void ChatView::leaveToReader() {
    follow_.leaveToReader();
}

void ChatView::showCaret(MessageView* view, const QRect& area) {
    leaveToReader();
    const QPoint at = view->mapTo(column_, area.center());
    ensureVisible(at.x(), at.y(), 0, area.height());
}

void ChatView::showTarget(const QUrl& target) {
    link_target_->setText(shownTarget(target));
    link_target_->setVisible(!target.isEmpty());
    placeOverlays();
}

void ChatView::resizeEvent(QResizeEvent* event) {
    QScrollArea::resizeEvent(event);
    layOut();
}

void ChatView::wheelEvent(QWheelEvent* event) {
    leaveToReader();
    QScrollArea::wheelEvent(event);
}

void ChatView::keyPressEvent(QKeyEvent* event) {
    switch (event->key()) {
        case Qt::Key_End:
            followEnd();
            return;
        case Qt::Key_Home:
            leaveToReader();
            verticalScrollBar()->triggerAction(QAbstractSlider::SliderToMinimum);
            return;
        case Qt::Key_PageUp:
        case Qt::Key_PageDown:
            leaveToReader();
            verticalScrollBar()->triggerAction(event->key() == Qt::Key_PageUp ? QAbstractSlider::SliderPageStepSub
                                                                              : QAbstractSlider::SliderPageStepAdd);
            return;
        default:
            QScrollArea::keyPressEvent(event);
    }
}

}  // namespace strata::ui
