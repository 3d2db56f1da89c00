#include "ui/chat/chat_selection.h"

#include <algorithm>
#include <chrono>
#include <limits>

#include <QMouseEvent>
#include <QScrollBar>
#include <QStringList>

#include "ui/chat/chat_model.h"
#include "ui/chat/chat_view.h"
#include "ui/text/text_view.h"

namespace strata::ui {
namespace {

constexpr std::chrono::milliseconds kScrollTick{30};
constexpr int kFastestScroll = 60;  ///< pixels per tick
constexpr int kToTheEnd = std::numeric_limits<int>::max();

}  // namespace

ChatSelection::ChatSelection(const Theme* theme, const ChatModel* chat, ChatView* view)
    : QObject(view), theme_(theme), chat_(chat), view_(view) {
    scrolling_.setInterval(kScrollTick);
    connect(&scrolling_, &QTimer::timeout, this, &ChatSelection::scrollOn);
}

void ChatSelection::watch(TextView* text) {
    text->viewport()->installEventFilter(this);
    text->setLargerSelection([this] { return isEmpty() ? std::optional<QString>() : std::optional(this->text()); });
    connect(text, &TextView::selectAllWanted, this, [this, text] {
        if (const auto place = placeOf(text, 0)) {
            selectMessage(place->row);
        }
    });
    connect(text, &QObject::destroyed, this, [this, text] {
        if (dragged_from_ == text) {
            dragged_from_ = nullptr;
            scrolling_.stop();
        }
    });
}

void ChatSelection::clear() {
    if (range_) {
        range_.reset();
        for (const auto& [row, message] : view_->views()) {
            message->text()->setSelection(std::nullopt);
        }
    }
}

void ChatSelection::selectAll() {
    if (!chat_->isEmpty()) {
        select({0, {}}, {chat_->lastRow(), {kToTheEnd, kToTheEnd, kToTheEnd}});
    }
}

void ChatSelection::selectMessage(int row) {
    select({row, {}}, {row, {kToTheEnd, kToTheEnd, kToTheEnd}});
}

QString ChatSelection::text() const {
    if (!range_) {
        return {};
    }
    const auto [first, last] = std::minmax(range_->anchor.row, range_->head.row);
    QStringList texts;
    for (int row = first; row <= std::min(last, chat_->lastRow()); ++row) {
        const Message& message = chat_->at(row);
        TextParts parts(message.role == Role::user ? TextParts::Markup::none : TextParts::Markup::markdown);
        parts.show(message.text, true);
        texts.append(textBetween(theme_, parts, *rangeIn(row)));
    }
    return texts.join(QStringLiteral("\n\n"));
}

void ChatSelection::showIn(int row) const {
    if (MessageView* const message = view_->viewOf(row)) {
        message->text()->setSelection(rangeIn(row));
    }
}

/// What is selected in a message.
std::optional<TextRange> ChatSelection::rangeIn(int row) const {
    if (!range_) {
        return std::nullopt;
    }
    const auto [first, last] = std::minmax(range_->anchor, range_->head);
    if (row < first.row || row > last.row) {
        return std::nullopt;
    }
    return TextRange{row == first.row ? first.point : TextPoint{},
                     row == last.row ? last.point : TextPoint{kToTheEnd, kToTheEnd, kToTheEnd}};
}

void ChatSelection::select(const Place& anchor, const Place& head) {
    range_ = Range{anchor, head};
    for (const auto& [row, message] : view_->views()) {
        showIn(row);
    }
}

bool ChatSelection::eventFilter(QObject* watched, QEvent* event) {
    auto* const text = qobject_cast<TextView*>(watched->parent());
    if (text == nullptr) {
        return false;
    }
    switch (event->type()) {
        case QEvent::MouseButtonPress:
            return press(text, *static_cast<QMouseEvent*>(event));
        case QEvent::MouseMove: {
            const auto& move = *static_cast<QMouseEvent*>(event);
            return move.buttons().testFlag(Qt::LeftButton) && drag(text, move.globalPosition().toPoint());
        }
        case QEvent::MouseButtonRelease:
            dragged_from_ = nullptr;
            scrolling_.stop();
            return crossed_;  // a click that follows a link ends where it began
        default:
            return false;
    }
}

/// True: the event has been dealt with.
bool ChatSelection::press(TextView* text, const QMouseEvent& event) {
    if (event.button() != Qt::LeftButton) {
        return false;
    }
    const auto here = placeAt(event.globalPosition().toPoint());
    if (event.modifiers().testFlag(Qt::ShiftModifier) && pressed_ && here) {
        text->setFocus(Qt::MouseFocusReason);
        crossed_ = true;
        dragged_from_ = text;
        select(*pressed_, *here);
        return true;
    }
    clear();
    pressed_ = here;
    crossed_ = false;
    dragged_from_ = text;
    return false;
}

bool ChatSelection::drag(TextView* text, const QPoint& global) {
    if (dragged_from_ != text || !pressed_) {
        return false;
    }
    const QPoint inside = text->viewport()->mapFromGlobal(global);
    const bool left = inside.y() < 0 || inside.y() >= text->viewport()->height();
    if (!left && !crossed_) {
        return false;
    }
    crossed_ = true;
    pointer_ = global;
    if (const auto head = placeAt(global)) {
        select(*pressed_, *head);
    }
    const QRect seen = view_->viewport()->rect();
    if (seen.contains(QPoint(1, view_->viewport()->mapFromGlobal(global).y()))) {
        scrolling_.stop();
    } else if (!scrolling_.isActive()) {
        scrolling_.start();
    }
    return true;
}

/// Scrolls towards a pointer that is held outside.
void ChatSelection::scrollOn() {
    const int y = view_->viewport()->mapFromGlobal(pointer_).y();
    const int over = y < 0 ? y : std::max(y - view_->viewport()->height(), 0);
    QScrollBar* const bar = view_->verticalScrollBar();
    bar->setValue(bar->value() + std::clamp(over, -kFastestScroll, kFastestScroll));
    if (const auto head = placeAt(pointer_); head && pressed_) {
        select(*pressed_, *head);
    }
}

std::optional<ChatSelection::Place> ChatSelection::placeOf(const TextView* text, int position) const {
    for (const auto& [row, message] : view_->views()) {
        if (message->text()->isAncestorOf(text)) {
            if (const auto point = message->text()->pointOf(text, position)) {
                return Place{row, *point};
            }
        }
    }
    return std::nullopt;
}

/// The place in a text that is nearest to a point of the screen.
std::optional<ChatSelection::Place> ChatSelection::placeAt(const QPoint& global) const {
    const int y = view_->viewport()->mapFromGlobal(global).y();
    const MessageView* nearest = nullptr;
    int nearest_row = 0;
    int distance = kToTheEnd;
    for (const auto& [row, message] : view_->views()) {
        const QRect area = message->geometry();
        const int away = std::max({area.top() - y, y - area.bottom(), 0});
        if (away < distance && !message->text()->isEmpty()) {
            distance = away;
            nearest = message;
            nearest_row = row;
        }
    }
    if (nearest == nullptr) {
        return std::nullopt;
    }
    const auto point = nearest->text()->pointAt(nearest->text()->mapFromGlobal(global));
    return point ? std::optional(Place{nearest_row, *point}) : std::nullopt;
}

}  // namespace strata::ui
