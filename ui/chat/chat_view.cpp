#include "ui/chat/chat_view.h"

#include <algorithm>

#include <QApplication>
#include <QClipboard>
#include <QKeyEvent>
#include <QScrollBar>
#include <QWheelEvent>

#include "ui/chat/answer_view.h"
#include "ui/chat/chat_accessible.h"
#include "ui/chat/chat_find.h"
#include "ui/chat/chat_selection.h"
#include "ui/chat/own_message_view.h"
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
constexpr int kNear = 240;          ///< pixels beyond the screen within which rows are widgets
constexpr int kFar = 1200;          ///< beyond which they are none any more
constexpr int kPasses = 12;         ///< guesses are corrected in so many rounds at most
constexpr std::size_t kSpares = 12;

}  // namespace

ChatView::ChatView(const Theme* theme, ChatModel* chat, QWidget* parent)
    : QAbstractScrollArea(parent),
      theme_(theme),
      chat_(chat),
      heights_(theme, chat),
      more_below_(new Button(theme, ButtonKind::outlined, tr("more below"), Icon::arrow_down, this)),
      link_target_(new Label(theme, TextStyle::small, ColorRole::text, QString(), this)),
      selection_(new ChatSelection(theme, chat, this)),
      find_(new ChatFind(theme, this)) {
    installChatAccessible();
    setObjectName(QStringLiteral("chatView"));
    setAccessibleName(tr("Chat"));
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBar(new SlimScrollBar(theme, this));
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOn);
    viewport()->setObjectName(QStringLiteral("chatColumn"));
    viewport()->setBackgroundRole(QPalette::Window);
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
    connect(qApp, &QApplication::focusChanged, this, &ChatView::noteFocus);
    connect(theme, &Theme::changed, this, [this] {
        heights_.forget();
        layOutLater();  // when all messages have taken on the theme
    });
    connect(chat, &QAbstractItemModel::rowsInserted, this, &ChatView::insertRows);
    connect(chat, &QAbstractItemModel::rowsRemoved, this, &ChatView::removeRows);
    connect(chat, &QAbstractItemModel::dataChanged, this, &ChatView::changeRows);
    connect(chat, &QAbstractItemModel::modelReset, this, &ChatView::reset);
    reset();
}

ChatView::~ChatView() {
    disconnect(qApp, nullptr, this, nullptr);  // the keyboard leaves while the messages go
}

void ChatView::setPictures(PictureLoader* pictures) {
    pictures_ = pictures;
    reset();
    for (MessageView* const view : spare_own_) {
        view->deleteLater();  // it was made without
    }
    spare_own_.clear();
}

void ChatView::followAnswer() {
    follow_.followAnswer();
    layOut();
}

void ChatView::followEnd() {
    follow_.followEnd();
    layOut();
}

MessageView* ChatView::viewOf(int row) const {
    const auto found = views_.find(row);
    return found == views_.end() ? nullptr : found->second;
}

int ChatView::rowOf(const MessageView* view) const {
    const auto found =
        std::find_if(views_.begin(), views_.end(), [view](const auto& entry) { return entry.second == view; });
    return found == views_.end() ? -1 : found->first;
}

void ChatView::insertRows(const QModelIndex& /*parent*/, int first, int last) {
    heights_.insert(first, last);
    moveViews(first, last - first + 1);
    if (anchor_.row >= first && chat_->rowCount() > last - first + 1) {
        anchor_.row += last - first + 1;
    }
    if (viewOf(first - 1) != nullptr) {
        fill(first - 1);  // it may not be the last one any more
    }
    layOut();
}

void ChatView::removeRows(const QModelIndex& /*parent*/, int first, int last) {
    heights_.remove(first, last);
    selection_->clear();
    for (int row = first; row <= last; ++row) {
        release(row);
    }
    moveViews(last + 1, first - last - 1);
    if (anchor_.row > last) {
        anchor_.row -= last - first + 1;
    } else if (anchor_.row >= first) {
        anchor_ = {first, {}};
    }
    if (viewOf(chat_->lastRow()) != nullptr) {
        fill(chat_->lastRow());
    }
    layOut();
}

void ChatView::changeRows(const QModelIndex& first, const QModelIndex& last, const QList<int>& roles) {
    for (int row = first.row(); row <= last.row(); ++row) {
        if (viewOf(row) != nullptr) {
            fill(row);
        } else if (roles.isEmpty() || roles.contains(ChatModel::text_role)) {
            heights_.guess(row);
            layOutLater();
        }
    }
}

void ChatView::reset() {
    while (!views_.empty()) {
        release(views_.begin()->first);
    }
    anchor_ = {};
    selection_->clear();
    heights_.reset();
    followEnd();
}

MessageView* ChatView::realise(int row) {
    if (MessageView* const there = viewOf(row)) {
        return there;
    }
    const Role role = chat_->at(row).role;
    std::vector<MessageView*>& spare = role == Role::user ? spare_own_ : spare_answers_;
    MessageView* view = nullptr;
    if (spare.empty()) {
        view = makeView(role);
    } else {
        view = spare.back();
        spare.pop_back();
    }
    views_.emplace(row, view);
    view->setGeometry(column_left_, -view->height() - kFar, column_width_, view->height());  // until it is placed
    view->setThinkingOpen(thinking_open_.contains(keyOf(chat_->at(row))));
    view->setOffered(offered_);
    fill(row);
    view->show();
    tabs_changed_ = true;
    return view;
}

MessageView* ChatView::makeView(Role role) {
    MessageView* view = nullptr;
    if (role == Role::user) {
        auto* const own = new OwnMessageView(theme_, pictures_, viewport());
        connect(own, &OwnMessageView::pictureActivated, this, &ChatView::pictureActivated);
        view = own;
    } else {
        view = new AnswerView(theme_, viewport());
    }
    connectView(view);
    return view;
}

/// Takes the widget from a row.
void ChatView::release(int row) {
    const auto found = views_.find(row);
    if (found == views_.end()) {
        return;
    }
    MessageView* const view = found->second;
    views_.erase(found);
    if (view->isAncestorOf(QApplication::focusWidget())) {
        setFocus();
    }
    view->hide();
    view->rest();
    std::vector<MessageView*>& spare = view->role() == Role::user ? spare_own_ : spare_answers_;
    if (spare.size() < kSpares) {
        spare.push_back(view);
    } else {
        view->deleteLater();
    }
}

/// Takes the widgets from all rows outside, except where the keyboard is.
void ChatView::releaseFar(int first, int last) {
    std::vector<int> far;
    for (const auto& [row, view] : views_) {
        if ((row < first || row > last) && !view->isBusy() && !view->isAncestorOf(QApplication::focusWidget())) {
            far.push_back(row);
        }
    }
    std::for_each(far.begin(), far.end(), [this](int row) { release(row); });
}

/// The rows of all widgets from a row on have moved.
void ChatView::moveViews(int from, int by) {
    std::map<int, MessageView*> moved;
    for (const auto& [row, view] : views_) {
        moved.emplace(row >= from ? row + by : row, view);
    }
    views_ = std::move(moved);
}

/// New widgets come last in the tab order; this puts all into the order of their rows.
void ChatView::orderTabs() {
    QWidget* before = this;
    for (const auto& [row, view] : views_) {
        for (QWidget* const stop : view->tabStops()) {
            QWidget::setTabOrder(before, stop);
            before = stop;
        }
    }
    tabs_changed_ = false;
}

void ChatView::fill(int row) {
    viewOf(row)->showMessage(chat_->at(row), row == chat_->lastRow());
    selection_->showIn(row);
    find_->showIn(row);
}

bool ChatView::viewportEvent(QEvent* event) {
    if (event->type() == QEvent::LayoutRequest) {
        layOut();
        return true;
    }
    return QAbstractScrollArea::viewportEvent(event);
}

void ChatView::layOutLater() {
    QCoreApplication::postEvent(viewport(), new QEvent(QEvent::LayoutRequest));
}

/// Places all messages below each other that are on the screen or near it.
void ChatView::layOut() {
    if (laying_out_) {
        return;
    }
    laying_out_ = true;
    // Centred in the whole view and not only beside the scroll bar, so that it lines up with the composer.
    column_width_ = std::max(std::min(theme_->columnWidth(), width() - 2 * metrics::kPageMargin), 1);
    column_left_ = (width() - column_width_) / 2 - viewport()->x();
    heights_.setWidth(column_width_);
    for (int pass = 0; pass < kPasses && layOutAround(aim()); ++pass) {
    }
    const int followed = follow_.position(answerTop(), end()).value_or(positionOf(anchor_));
    place(std::clamp(followed, 0, end()));
    laying_out_ = false;
    placeOverlays();
}

/// Makes widgets of the rows that are seen from `position`. True if one is not as high as it was thought to be.
bool ChatView::layOutAround(int position) {
    bool corrected = false;
    const int top = position - kTopMargin;
    const int bottom = top + viewport()->height();
    const HeightTable& table = heights_.table();
    for (int row = table.itemAt(top - kNear); row >= 0 && row < table.count() && table.top(row) < bottom + kNear;
         ++row) {
        MessageView* const view = realise(row);
        const int y = table.top(row) + heights_.gapAbove(row);
        corrected = heights_.measure(row, view->layOut(column_width_, top - y, bottom - y)) || corrected;
    }
    return corrected;
}

/// Puts all widgets where they belong if the screen begins at `position`.
void ChatView::place(int position) {
    const HeightTable& table = heights_.table();
    releaseFar(table.itemAt(position - kFar), table.itemAt(position + viewport()->height() + kFar));
    verticalScrollBar()->setPageStep(viewport()->height());
    verticalScrollBar()->setSingleStep(fontMetrics().lineSpacing());
    verticalScrollBar()->setRange(0, end());
    verticalScrollBar()->setValue(position);
    moveSeen(position);
    for (const auto& [row, view] : views_) {
        const QRect area(column_left_, rowTop(row) - position, column_width_,
                         table.height(row) - heights_.gapAbove(row));
        view->setGeometry(area);
    }
    if (tabs_changed_) {
        orderTabs();
    }
    anchor_ = anchorAt(position);
}

/// Moves what is painted already as a whole, as far as it moves as a whole.
void ChatView::moveSeen(int position) {
    const auto seen = std::find_if(views_.begin(), views_.end(), [this](const auto& entry) {
        return entry.second->geometry().intersects(viewport()->rect());
    });
    if (seen != views_.end()) {
        const int by = rowTop(seen->first) - position - seen->second->y();
        if (by != 0) {
            viewport()->scroll(0, by);
        }
    }
}

/// Where the view is going to be, as far as is known now.
int ChatView::aim() const {
    const int aimed = follow_.aim(answerTop(), end()).value_or(positionOf(anchor_));
    return std::clamp(aimed, 0, end());
}

int ChatView::answerTop() const {
    return chat_->isEmpty() ? 0 : rowTop(chat_->lastRow()) - kAnswerTopGap;
}

/// Where a message begins in the column.
int ChatView::rowTop(int row) const {
    return kTopMargin + heights_.table().top(row) + heights_.gapAbove(row);
}

/// The lowest position of the scroll bar.
int ChatView::end() const {
    return std::max(kTopMargin + heights_.table().total() + kBottomMargin - viewport()->height(), 0);
}

ChatView::Place ChatView::anchorAt(int position) const {
    const int row = heights_.table().itemAt(position - kTopMargin);
    if (row < 0) {
        return {};
    }
    const int y = position - rowTop(row);
    const MessageView* const view = viewOf(row);
    return {row, view == nullptr ? MessagePlace{MessagePlace::kTop, y} : view->placeAt(y)};
}

int ChatView::positionOf(const Place& anchor) const {
    if (anchor.row >= heights_.table().count()) {
        return end();
    }
    const MessageView* const view = viewOf(anchor.row);
    const int y =
        view == nullptr || anchor.inside.part == MessagePlace::kTop ? anchor.inside.offset : view->yOf(anchor.inside);
    return rowTop(anchor.row) + y;
}

void ChatView::scrollContentsBy(int /*dx*/, int /*dy*/) {
    if (!laying_out_) {
        anchor_ = anchorAt(verticalScrollBar()->value());
        layOut();
    }
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
    find_->place(QRect(QPoint(), viewport()->size()));
}

void ChatView::leaveToReader() {
    follow_.leaveToReader();
}

/// Scrolls as little as is needed to see a part of a message.
void ChatView::showArea(const MessageView* view, const QRect& area) {
    const int row = rowOf(view);
    if (row < 0) {
        return;
    }
    const int position = verticalScrollBar()->value();
    const int top = rowTop(row) + area.top();
    const int bottom = rowTop(row) + area.bottom() + 1;
    if (top < position) {
        verticalScrollBar()->setValue(top);
    } else if (bottom > position + viewport()->height()) {
        verticalScrollBar()->setValue(std::min(bottom - viewport()->height(), top));
    }
}

void ChatView::showTarget(const QUrl& target) {
    link_target_->setText(shownTarget(target));
    link_target_->setVisible(!target.isEmpty());
    placeOverlays();
}

void ChatView::resizeEvent(QResizeEvent* event) {
    QAbstractScrollArea::resizeEvent(event);
    layOut();
}

void ChatView::wheelEvent(QWheelEvent* event) {
    leaveToReader();
    QAbstractScrollArea::wheelEvent(event);
}

bool ChatView::focusNextPrevChild(bool next) {
    if (!QAbstractScrollArea::focusNextPrevChild(next)) {
        return false;
    }
    // What the keyboard came to must be seen.
    const QWidget* const focus = QApplication::focusWidget();
    for (const auto& [row, view] : views_) {
        if (view->isAncestorOf(focus)) {
            leaveToReader();
            const QRect area(focus->mapTo(view, QPoint()), focus->size());
            showArea(view, area.height() < viewport()->height() ? area : QRect(area.topLeft(), QSize(1, 1)));
            break;
        }
    }
    return true;
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
            break;
    }
    if (event->matches(QKeySequence::SelectAll)) {
        selection_->selectAll();
    } else if (event->matches(QKeySequence::Copy) && !selection_->isEmpty()) {
        QApplication::clipboard()->setText(selection_->text());
    } else {
        QAbstractScrollArea::keyPressEvent(event);
    }
}

}  // namespace strata::ui
