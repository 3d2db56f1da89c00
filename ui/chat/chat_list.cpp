#include "ui/chat/chat_list.h"

#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QPainter>
#include <QVBoxLayout>

#include "ui/chat/chat_list_delegate.h"
#include "ui/chat/chat_list_model.h"
#include "ui/style/button.h"
#include "ui/style/metrics.h"
#include "ui/style/scroll_bar.h"
#include "ui/style/theme.h"

namespace strata::ui {
namespace {

constexpr int kWidthInCharacters = 42;

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
    setSelectionMode(QAbstractItemView::SingleSelection);
    setUniformItemSizes(true);
    setMouseTracking(true);
    connect(this, &QAbstractItemView::clicked, this, &ChatListView::choose);
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

void ChatListView::choose(const QModelIndex& index) {
    if (index.isValid()) {
        Q_EMIT chatChosen(chats_->idAt(index.row()));
    }
}

void ChatListView::remove(const QModelIndex& index) {
    if (index.isValid()) {
        Q_EMIT deleteWanted(chats_->idAt(index.row()));
    }
}

void ChatListView::keyPressEvent(QKeyEvent* event) {
    switch (event->key()) {
        case Qt::Key_Return:
        case Qt::Key_Enter:
            choose(currentIndex());
            return;
        case Qt::Key_Delete:
            remove(currentIndex());
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
    setCurrentIndex(index);
    // The list may change while the menu is open.
    const QPersistentModelIndex row = index;
    auto* const menu = new QMenu(this);
    menu->setObjectName(QStringLiteral("chatMenu"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->setPalette(theme_->palette());
    menu->setFont(theme_->font(TextStyle::small));
    menu->addAction(tr("Open"), this, [this, row] { choose(row); });
    menu->addAction(tr("Rename (F2)"), this, [this, row] { edit(row); });
    menu->addAction(tr("Delete (Del)"), this, [this, row] { remove(row); });
    menu->popup(by_key ? viewport()->mapToGlobal(visualRect(index).center()) : event->globalPos());
}

ChatList::ChatList(const Theme* theme, ChatListModel* chats, QWidget* parent)
    : QWidget(parent),
      theme_(theme),
      new_chat_(new Button(theme, ButtonKind::outlined, tr("New chat"), Icon::plus, this)),
      view_(new ChatListView(theme, chats, this)) {
    setObjectName(QStringLiteral("chatListPanel"));
    new_chat_->setObjectName(QStringLiteral("newChatButton"));
    new_chat_->setAccessibleName(new_chat_->text());
    new_chat_->setToolTip(tr("New chat (Ctrl+N)"));
    new_chat_->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    auto* const rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 1, 0);  // the hairline at the end stays free
    rows->setSpacing(metrics::kTightSpace);
    auto* const top = new QHBoxLayout;
    top->setContentsMargins(metrics::kSpace - Button::kRingRoom, metrics::kSpace + 2,
                            metrics::kSpace - Button::kRingRoom, 0);
    top->addWidget(new_chat_);
    rows->addLayout(top);
    rows->addWidget(view_, 1);
    connect(new_chat_, &QAbstractButton::clicked, this, &ChatList::newChatWanted);
    connect(view_, &ChatListView::chatChosen, this, &ChatList::chatChosen);
    connect(view_, &ChatListView::deleteWanted, this, &ChatList::deleteWanted);
    connect(theme, &Theme::changed, this, [this] {
        updateGeometry();
        update();
    });
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
