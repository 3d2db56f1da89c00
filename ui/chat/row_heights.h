#pragma once

#include <vector>

#include <QtGlobal>

#include "ui/text/height_table.h"

namespace strata::ui {

class ChatModel;
struct Message;
class Theme;

/// How high the rows of a chat are, with the empty room above each. Rows that were never on the screen are guessed from
/// the length of their text, so a chat of any length can be scrolled before it is laid out.
class RowHeights {
public:
    /// Both must outlive it.
    RowHeights(const Theme* theme, const ChatModel* chat);

    const HeightTable& table() const { return table_; }
    /// Empty room above a row, part of its height.
    int gapAbove(int row) const;

    /// Guesses all rows anew if the width or the fonts are not those of the guesses before.
    void setWidth(int width);
    /// Fonts changed.
    void forget();

    void reset();
    void insert(int first, int last);
    void remove(int first, int last);
    /// The text of a row that is not laid out grew or changed.
    void guess(int row);
    /// What a row is high, without the room above it. True if that is news.
    bool measure(int row, int height);

private:
    /// What a guess needs to know of a text; counted once.
    struct Extent {
        qsizetype characters = 0;
        qsizetype lines = 1;  ///< that end in the text itself
    };

    static Extent extentOf(const Message& message);
    int guessed(int row) const;
    void guessAll();

    const Theme* theme_;
    const ChatModel* chat_;
    HeightTable table_;
    std::vector<Extent> extents_;
    int width_ = 0;
    int line_height_ = 0;
    int character_width_ = 1;
};

}  // namespace strata::ui
