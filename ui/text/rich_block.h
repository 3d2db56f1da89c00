#pragma once

#include <vector>

#include <QString>
#include <Qt>

namespace strata::ui {

/// A stretch of text in one style.
struct TextRun {
    QString text;
    bool strong = false;
    bool emphasis = false;
    bool struck = false;
    bool code = false;
    QString link{};  ///< target; empty: not a link

    bool sameStyle(const TextRun& other) const;
    bool operator==(const TextRun& other) const = default;
};

enum class BlockKind {
    paragraph,
    heading,
    code,  ///< one line of code
    rule,
    table,
};

struct TableCell {
    std::vector<TextRun> runs;
    Qt::Alignment alignment = Qt::AlignLeft;

    bool operator==(const TableCell& other) const = default;
};

/// One paragraph-like piece of a text, as values: what Markdown comes to before it meets fonts and colours.
struct RichBlock {
    BlockKind kind = BlockKind::paragraph;
    std::vector<TextRun> runs;
    int heading_level = 0;  ///< 1 … 6
    int indent = 0;         ///< depth in lists
    int quote_depth = 0;
    QString marker;           ///< "•" or "3." of a list's item; empty: none
    bool spaced = true;       ///< stands apart from the block before it
    bool first_line = false;  ///< of code: begins a new piece of code
    bool joined = false;  ///< really goes on in the line before: cut off only because long lines are slow to lay out
    QString language;     ///< of code, as written after the fence
    std::vector<std::vector<TableCell>> rows;  ///< of a table; the first row is its head

    /// True if both differ in nothing but their runs.
    bool sameFrame(const RichBlock& other) const;
    bool operator==(const RichBlock& other) const = default;
};

/// Cuts blocks with a line that is too long to be laid out as a whole into joined ones. Tables stay as they are.
std::vector<RichBlock> cutLongBlocks(std::vector<RichBlock> blocks);

/// Longest piece of one line that is laid out as a whole, in UTF-16 units. A word without end is looked through to its
/// end for every line on the screen, so the work grows with the square of this.
constexpr qsizetype kLongestLine = 1000;

/// Where to cut `text` so that the first piece is at most `longest` long and no character is torn apart.
qsizetype cutPosition(QStringView text, qsizetype longest);

/// Replaces what a text document would take as its own control characters; lines end with '\n' alone.
QString displayable(QString text);

/// A text exactly as typed: one block per line, no markup.
std::vector<RichBlock> plainBlocks(const QString& text);

}  // namespace strata::ui
