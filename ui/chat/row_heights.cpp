#include "ui/chat/row_heights.h"

#include <algorithm>

#include <QFontMetrics>

#include "ui/chat/chat_model.h"
#include "ui/style/metrics.h"
#include "ui/style/theme.h"

namespace strata::ui {
namespace {

constexpr int kFrameOfOwn = 17;     ///< room around the text in a bubble
constexpr double kOwnWidth = 0.75;  ///< of the column, for the text in a bubble

}  // namespace

RowHeights::RowHeights(const Theme* theme, const ChatModel* chat) : theme_(theme), chat_(chat) {}

int RowHeights::gapAbove(int row) const {
    if (row == 0) {
        return 0;
    }
    return chat_->at(row).role == Role::assistant ? metrics::kAnswerSpace : metrics::kTurnSpace;
}

void RowHeights::setWidth(int width) {
    if (width == width_) {
        return;
    }
    const QFontMetrics letters(theme_->font(TextStyle::body));
    width_ = width;
    line_height_ = static_cast<int>(letters.lineSpacing() * metrics::kLineHeight);
    character_width_ = std::max(letters.averageCharWidth(), 1);
    guessAll();
}

void RowHeights::forget() {
    width_ = 0;
}

void RowHeights::reset() {
    extents_.clear();
    extents_.reserve(chat_->messages().size());
    std::transform(chat_->messages().begin(), chat_->messages().end(), std::back_inserter(extents_), extentOf);
    guessAll();
}

void RowHeights::insert(int first, int last) {
    std::vector<int> heights;
    for (int row = first; row <= last; ++row) {
        extents_.insert(extents_.begin() + row, extentOf(chat_->at(row)));
        heights.push_back(guessed(row));
    }
    table_.insert(first, heights);
}

void RowHeights::remove(int first, int last) {
    extents_.erase(extents_.begin() + first, extents_.begin() + last + 1);
    table_.remove(first, last - first + 1);
}

void RowHeights::guess(int row) {
    const QString& text = chat_->at(row).text;
    Extent& extent = extents_[static_cast<std::size_t>(row)];
    if (text.size() > extent.characters) {
        // A text that is being written is not counted from its beginning for every piece.
        extent.lines += QStringView(text).sliced(extent.characters).count(u'\n');
        extent.characters = text.size();
    } else {
        extent = extentOf(chat_->at(row));
    }
    table_.setHeight(row, guessed(row));
}

bool RowHeights::measure(int row, int height) {
    const int whole = height + gapAbove(row);
    if (table_.height(row) == whole) {
        return false;
    }
    table_.setHeight(row, whole);
    return true;
}

RowHeights::Extent RowHeights::extentOf(const Message& message) {
    return {message.text.size(), 1 + message.text.count(u'\n')};
}

int RowHeights::guessed(int row) const {
    const bool own = chat_->at(row).role == Role::user;
    const int width = std::max(own ? static_cast<int>(width_ * kOwnWidth) : width_, character_width_);
    const Extent& extent = extents_[static_cast<std::size_t>(row)];
    const qsizetype lines = extent.lines + extent.characters * character_width_ / width;
    // An answer has a line about it below.
    return gapAbove(row) + (own ? kFrameOfOwn : line_height_) + static_cast<int>(lines) * line_height_;
}

void RowHeights::guessAll() {
    std::vector<int> heights;
    heights.reserve(extents_.size());
    for (int row = 0; row < static_cast<int>(extents_.size()); ++row) {
        heights.push_back(guessed(row));
    }
    table_.assign(std::move(heights));
}

}  // namespace strata::ui
