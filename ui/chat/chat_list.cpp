#include "ui/chat/chat_list.h"

#include <algorithm>
#include <utility>

#include <QContextMenuEvent>
#include <QItemSelectionModel>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMenu>
#include <QPainter>
#include <QStackedWidget>
#include <QVBoxLayout>

#include "ui/chat/chat_list_delegate.h"
#include "ui/chat/chat_list_model.h"
#include "ui/chat/search_field.h"
#include "ui/chat/search_results.h"
#include "ui/style/button.h"
#include "ui/style/label.h"
#include "ui/style/margins.h"
#include "ui/style/metrics.h"
#include "ui/style/scroll_bar.h"
#include "ui/style/theme.h"

namespace strata::ui {
namespace {

constexpr int kWidthInCharacters = 42;
constexpr std::chrono::minutes kRegrouping{1};

QMenu* newMenu(const Theme& theme, const char* name, QWidget* parent) {
    auto* const menu = new QMenu(parent);
    menu->setObjectName(QLatin1String(name));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->setPalette(theme.palette());
    menu->setFont(theme.font(TextStyle::small));
    return menu;
}

}  // namespace

ChatListView::ChatListView(const Theme* theme, ChatListModel* chats, QWidget* parent)
    : QListView(parent), theme_(theme), chats_(chats) {
    setObjectName(QStringLiteral("chatList"));
    setAccessibleName(tr("Chats"));
    setModel(chats);
    setItemDelegate(new ChatListDelegate(theme, this));
    setFrameShape(QFrame::NoFrame);
    setVerticalScrollBar(new SlimScrollBar(theme, this));
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    setEditTriggers(QAbstractItemView::EditKeyPressed);
    setSelectionMode(QAbstractItemView::ExtendedSelection);
    setMouseTracking(true);
    connect(this, &QAbstractItemView::clicked, this, [this](const QModelIndex& index) {
        if (chosen().size() <= 1) {  // with Shift or Ctrl chats are chosen, not opened
            choose(index);
        }
    });
    connect(theme, &Theme::changed, this, &ChatListView::restyle);
    restyle();
}

void ChatListView::restyle() {
    QPalette colors = theme_->palette();
    colors.setColor(QPalette::Base, theme_->color(ColorRole::surface));
    setPalette(colors);
    scheduleDelayedItemsLayout();
    viewport()->update();
}

std::vector<ConversationId> ChatListView::chosen() const {
    QModelIndexList rows = selectionModel()->selectedIndexes();
    std::sort(rows.begin(), rows.end());
    std::vector<ConversationId> ids;
    for (const QModelIndex& row : std::as_const(rows)) {
        ids.push_back(chats_->idAt(row.row()));
    }
    return ids;
}

QModelIndex ChatListView::indexAt(const QPoint& point) const {
    const QModelIndex index = QListView::indexAt(point);
    const bool heading = index.isValid() && !index.data(ChatListModel::heading_role).toString().isEmpty();
    return heading && point.y() < visualRect(index).top() + ChatListDelegate::headingHeight(*theme_) ? QModelIndex()
                                                                                                     : index;
}

void ChatListView::choose(const QModelIndex& index) {
    if (index.isValid()) {
        Q_EMIT chatChosen(chats_->idAt(index.row()));
    }
}

void ChatListView::removeChosen() {
    std::vector<ConversationId> ids = chosen();
    if (ids.empty() && currentIndex().isValid()) {
        ids.push_back(chats_->idAt(currentIndex().row()));
    }
    if (!ids.empty()) {
        Q_EMIT deleteWanted(ids);
    }
}

void ChatListView::keyPressEvent(QKeyEvent* event) {
    switch (event->key()) {
        case Qt::Key_Return:
        case Qt::Key_Enter:
            choose(currentIndex());
            return;
        case Qt::Key_Delete:
            removeChosen();
            return;
        case Qt::Key_F2:
            edit(currentIndex());
            return;
        default:
            QListView::keyPressEvent(event);
    }
}

void ChatListView::contextMenuEvent(QContextMenuEvent* event) {
    const bool by_key = event->reason() == QContextMenuEvent::Keyboard;
    const QModelIndex index = by_key ? currentIndex() : indexAt(event->pos());
    if (!index.isValid()) {
        return;
    }
    if (!selectionModel()->isSelected(index)) {
        setCurrentIndex(index);
    }
    QMenu* const menu = newMenu(*theme_, "chatMenu", this);
    fillMenu(menu, index);
    menu->popup(by_key ? viewport()->mapToGlobal(visualRect(index).center()) : event->globalPos());
}

/// The list may change while the menu is open.
void ChatListView::fillMenu(QMenu* menu, const QPersistentModelIndex& row) {
    const int count = static_cast<int>(chosen().size());
    const auto id = [this, row] { return row.isValid() ? chats_->idAt(row.row()) : ConversationId(); };
    if (count <= 1) {
        const bool pinned = row.data(ChatListModel::pinned_role).toBool();
        menu->addAction(tr("Open"), this, [this, row] { choose(row); });
        menu->addAction(tr("Rename (F2)"), this, [this, row] { edit(row); });
        menu->addAction(pinned ? tr("Unpin") : tr("Pin to the top"), this,
                        [this, id, pinned] { Q_EMIT pinWanted(id(), !pinned); });
        menu->addAction(tr("Duplicate"), this, [this, id] { Q_EMIT duplicateWanted(id()); });
        menu->addSeparator();
    }
    menu->addAction(count <= 1 ? tr("Export…") : tr("Export %1 chats…").arg(count), this,
                    [this] { Q_EMIT exportWanted(chosen()); });
    menu->addAction(count <= 1 ? tr("Delete (Del)") : tr("Delete %1 chats (Del)").arg(count), this,
                    &ChatListView::removeChosen);
}

ChatList::ChatList(const Theme* theme, ChatListModel* chats, QWidget* parent)
    : QWidget(parent),
      theme_(theme),
      chats_(chats),
      new_chat_(new Button(theme, ButtonKind::outlined, tr("New chat"), Icon::plus, this)),
      more_(new Button(theme, ButtonKind::quiet, tr("More about chats"), Icon::more, this)),
      search_(new SearchField(theme, this)),
      stack_(new QStackedWidget(this)),
      view_(new ChatListView(theme, chats, stack_)),
      found_(new SearchModel(this)),
      results_(new SearchResults(theme, found_, stack_)),
      nothing_(new Label(theme, TextStyle::small, ColorRole::muted_text, QString(), stack_)) {
    setObjectName(QStringLiteral("chatListPanel"));
    new_chat_->setObjectName(QStringLiteral("newChatButton"));
    new_chat_->setAccessibleName(new_chat_->text());
    new_chat_->setToolTip(tr("New chat (Ctrl+N)"));
    new_chat_->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    more_->setObjectName(QStringLiteral("chatsMoreButton"));
    more_->setIconOnly();
    search_->setObjectName(QStringLiteral("chatSearch"));
    search_->setAccessibleName(tr("Search chats"));
    search_->setPlaceholderText(tr("Search (Ctrl+K)"));
    search_->installEventFilter(this);
    results_->installEventFilter(this);
    nothing_->setObjectName(QStringLiteral("nothingFound"));
    nothing_->setAlignment(Qt::AlignHCenter | Qt::AlignTop);
    nothing_->setWordWrap(true);
    nothing_->setContentsMargins(metrics::kWideSpace, metrics::kWideSpace, metrics::kWideSpace, 0);
    layOut();
    connectParts();
    restyle();
}

void ChatList::layOut() {
    auto* const rows = new QVBoxLayout(this);
    rows->setContentsMargins(marginsAlong(this, 0, 0, 1, 0));  // the hairline stays free
    rows->setSpacing(metrics::kTightSpace);
    auto* const top = new QHBoxLayout;
    top->setContentsMargins(
        marginsAlong(this, metrics::kSpace, metrics::kSpace + 2, metrics::kSpace - Button::kRingRoom, 0));
    top->setSpacing(Button::kRingRoom);
    top->addWidget(new_chat_, 1);
    top->addWidget(more_);
    auto* const box = new QHBoxLayout;
    box->setContentsMargins(metrics::kSpace, 0, metrics::kSpace, metrics::kTightSpace);
    box->addWidget(search_);
    stack_->addWidget(view_);
    stack_->addWidget(results_);
    stack_->addWidget(nothing_);
    rows->addLayout(top);
    rows->addLayout(box);
    rows->addWidget(stack_, 1);
}

void ChatList::connectParts() {
    connect(new_chat_, &QAbstractButton::clicked, this, &ChatList::newChatWanted);
    connect(more_, &QAbstractButton::clicked, this, &ChatList::showMenu);
    connect(search_, &QLineEdit::textChanged, this, &ChatList::search);
    connect(view_, &ChatListView::chatChosen, this, &ChatList::chatChosen);
    connect(view_, &ChatListView::deleteWanted, this, &ChatList::deleteWanted);
    connect(view_, &ChatListView::duplicateWanted, this, &ChatList::duplicateWanted);
    connect(view_, &ChatListView::pinWanted, this, &ChatList::pinWanted);
    connect(view_, &ChatListView::exportWanted, this, &ChatList::exportWanted);
    connect(results_, &SearchResults::placeChosen, this, &ChatList::placeChosen);
    connect(found_, &QAbstractItemModel::modelReset, this, &ChatList::showFound);
    connect(theme_, &Theme::changed, this, &ChatList::restyle);
    regrouping_.setInterval(kRegrouping);
    connect(&regrouping_, &QTimer::timeout, this, [this] { chats_->regroup(QDate::currentDate()); });
    regrouping_.start();
}

void ChatList::restyle() {
    updateGeometry();
    update();
}

void ChatList::search() {
    const QString text = search_->text().trimmed();
    if (text.isEmpty()) {
        stack_->setCurrentWidget(view_);
    } else {
        Q_EMIT searchWanted(text);
    }
}

void ChatList::showFound() {
    if (search_->text().trimmed().isEmpty()) {
        return;
    }
    const bool empty = found_->rowCount() == 0;
    nothing_->setText(tr("Nothing found for “%1”.").arg(search_->text().trimmed()));
    stack_->setCurrentWidget(empty ? static_cast<QWidget*>(nothing_) : results_);
}

void ChatList::showMenu() {
    QMenu* const menu = newMenu(*theme_, "chatsMenu", this);
    menu->addAction(tr("New temporary chat"), this, &ChatList::newTemporaryChatWanted)
        ->setToolTip(tr("Is never stored and is gone when you close it"));
    menu->addSeparator();
    menu->addAction(tr("Import chats…"), this, &ChatList::importWanted);
    const bool any = chats_->rowCount() > 0;
    menu->addAction(tr("Export all chats…"), this, [this] { Q_EMIT exportWanted({}); })->setEnabled(any);
    menu->addSeparator();
    menu->addAction(tr("Delete all chats…"), this, &ChatList::deleteAllWanted)->setEnabled(any);
    menu->popup(more_->mapToGlobal(QPoint(0, more_->height())));
}

bool ChatList::eventFilter(QObject* watched, QEvent* event) {
    const bool asked = event->type() == QEvent::ShortcutOverride;
    if (!asked && event->type() != QEvent::KeyPress) {
        return QWidget::eventFilter(watched, event);
    }
    const int key = static_cast<QKeyEvent*>(event)->key();
    if (key == Qt::Key_Escape && !search_->text().isEmpty()) {
        event->accept();  // the window's own key has to wait
        if (!asked) {
            search_->clear();
            Q_EMIT searchLeft();
        }
        return true;
    }
    if (asked || watched != search_) {
        return QWidget::eventFilter(watched, event);
    }
    auto* const list = qobject_cast<QAbstractItemView*>(stack_->currentWidget());
    if (key == Qt::Key_Down && list != nullptr && list->model()->rowCount() > 0) {
        list->setFocus(Qt::ShortcutFocusReason);
        list->setCurrentIndex(list->model()->index(0, 0));
        return true;
    }
    if ((key == Qt::Key_Return || key == Qt::Key_Enter) && stack_->currentWidget() == results_) {
        results_->choose(found_->index(0));
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

QSize ChatList::sizeHint() const {
    const QFontMetrics letters(theme_->font(TextStyle::small));
    return {kWidthInCharacters * letters.averageCharWidth() + 2 * metrics::kSpace, QWidget::sizeHint().height()};
}

void ChatList::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    painter.fillRect(rect(), theme_->color(ColorRole::surface));
    const int x = layoutDirection() == Qt::LeftToRight ? width() - 1 : 0;
    painter.fillRect(x, 0, 1, height(), theme_->color(ColorRole::border));
}

}  // namespace strata::ui
