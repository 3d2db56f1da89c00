#include "ui/chat/chat_find.h"

#include <algorithm>

#include "ui/chat/chat_view.h"
#include "ui/chat/find_bar.h"
#include "ui/style/metrics.h"

namespace strata::ui {

ChatFind::ChatFind(const Theme* theme, ChatView* view)
    : QObject(view), view_(view), bar_(new FindBar(theme, view)), finder_(theme, view->chat()) {
    connect(bar_, &FindBar::needleChanged, this, &ChatFind::look);
    connect(bar_, &FindBar::nextWanted, this, [this] { step(1); });
    connect(bar_, &FindBar::previousWanted, this, [this] { step(-1); });
    connect(bar_, &FindBar::closed, this, &ChatFind::close);
    connect(&finder_, &ChatFinder::progressed, this, &ChatFind::takeMatches);
}

void ChatFind::open() {
    bar_->open();
    place(QRect(QPoint(), view_->viewport()->size()));
    look(bar_->needle());
}

void ChatFind::showText(int row, const QString& text) {
    bar_->openWith(text);
    place(QRect(QPoint(), view_->viewport()->size()));
    from_row_ = row;
    current_ = -1;
    finder_.find(text);
    takeMatches();
}

bool ChatFind::isOpen() const {
    return !bar_->isHidden();
}

void ChatFind::close() {
    bar_->hide();
    finder_.find(QString());
    view_->setFocus();
}

void ChatFind::look(const QString& needle) {
    from_row_ = std::max(view_->currentRow(), 0);
    current_ = -1;
    finder_.find(needle);
    takeMatches();
}

/// Goes to the first match from the reading place on as soon as it is found.
void ChatFind::takeMatches() {
    const auto& matches = finder_.matches();
    const auto count = static_cast<std::ptrdiff_t>(matches.size());
    if (current_ >= count) {
        current_ = -1;
    }
    if (current_ < 0 && count > 0) {
        const auto next = std::find_if(matches.begin(), matches.end(),
                                       [this](const ChatFinder::Match& match) { return match.row >= from_row_; });
        if (next != matches.end() || finder_.isDone()) {
            current_ = next == matches.end() ? 0 : next - matches.begin();
            showMatch();
            return;
        }
    }
    for (const auto& [row, view] : view_->views()) {
        showIn(row);
    }
    bar_->showPlace(static_cast<int>(current_) + 1, static_cast<int>(count), finder_.isDone());
}

void ChatFind::step(int by) {
    const auto count = static_cast<std::ptrdiff_t>(finder_.matches().size());
    if (count > 0) {
        current_ = (std::max<std::ptrdiff_t>(current_, 0) + by + count) % count;
        showMatch();
    }
}

void ChatFind::showMatch() {
    const ChatFinder::Match match = finder_.matches()[static_cast<std::size_t>(current_)];
    view_->showPlace(match.row, match.range.begin);
    for (const auto& [row, view] : view_->views()) {
        showIn(row);
    }
    bar_->showPlace(static_cast<int>(current_) + 1, static_cast<int>(finder_.matches().size()), finder_.isDone());
}

void ChatFind::showIn(int row) const {
    MessageView* const message = view_->viewOf(row);
    if (message == nullptr) {
        return;
    }
    std::optional<TextRange> current;
    if (current_ >= 0 && current_ < static_cast<std::ptrdiff_t>(finder_.matches().size()) &&
        finder_.matches()[static_cast<std::size_t>(current_)].row == row) {
        current = finder_.matches()[static_cast<std::size_t>(current_)].range;
    }
    message->text()->setMarks(finder_.matchesIn(row), current);
}

void ChatFind::place(const QRect& area) {
    if (isOpen()) {
        const QSize size = bar_->sizeHint().boundedTo(area.size());
        const bool right_to_left = view_->layoutDirection() == Qt::RightToLeft;
        const int left = right_to_left ? area.left() + metrics::kSpace : area.right() - size.width() - metrics::kSpace;
        bar_->setGeometry(left, area.top() + metrics::kSpace, size.width(), size.height());
        bar_->raise();
    }
}

}  // namespace strata::ui
