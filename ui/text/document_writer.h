#pragma once

#include <vector>

#include <QTextBlockFormat>
#include <QTextCharFormat>

#include "ui/style/theme.h"
#include "ui/text/rich_block.h"

class QTextCursor;
class QTextDocument;
class QTextTable;

namespace strata::ui {

/// What the blocks of a document carry besides their text; BlockPainter draws it.
namespace block_property {

constexpr int kKind = QTextFormat::UserProperty + 1;       ///< int of BlockKind
constexpr int kMarker = QTextFormat::UserProperty + 2;     ///< text before a list's item
constexpr int kFirstLine = QTextFormat::UserProperty + 3;  ///< bool: begins a piece of code
constexpr int kJoined = QTextFormat::UserProperty + 4;     ///< bool: belongs to the line of the block before

}  // namespace block_property

/// Room around the text of a piece of code, in pixels.
constexpr double kCodePadding = 10.0;

/// Writes blocks into a text document in the theme's fonts and colours: settled ones for good, and behind them a tail
/// that may still change. When the tail changes, only what differs is written again.
class DocumentWriter {
public:
    /// Who draws the panel behind code.
    enum class CodePanel {
        painted,  ///< paintBlocks(), between other blocks
        outside,  ///< whoever shows the document, which holds nothing but code
    };

    /// Both must outlive the writer. The document must be empty.
    DocumentWriter(QTextDocument* document, const Theme* theme, CodePanel panel = CodePanel::painted);

    /// Appends blocks for good. The tail is taken away first.
    void append(const std::vector<RichBlock>& blocks);
    void setTail(const std::vector<RichBlock>& blocks);

private:
    /// A block of the tail, and what is needed to take it out of the document again.
    struct TailBlock {
        RichBlock block;
        int cut_at = 0;   ///< where the document ends without it
        int text_at = 0;  ///< where its text begins
        bool reused_block = false;
        BlockKind kind_before = BlockKind::paragraph;
    };

    void growLast(TailBlock& old, const RichBlock& block);
    void cutTail(std::size_t keep);
    TailBlock write(const RichBlock& block);
    void writeTable(QTextCursor& cursor, const RichBlock& block) const;
    void writeRuns(QTextCursor& cursor, const RichBlock& block, qsizetype skip) const;
    double gapBefore(const RichBlock& block) const;
    QTextBlockFormat blockFormat(const RichBlock& block) const;
    QTextCharFormat charFormat(const RichBlock& block, const TextRun& run) const;
    QTextCharFormat baseFormat(const RichBlock& block) const;

    QTextDocument* document_;
    const Theme* theme_;
    const CodePanel panel_;
    std::vector<TailBlock> tail_;
    bool reuse_block_ =
        true;  ///< the document's last block is empty and to be written into: its first, or after a table
    BlockKind last_kind_ = BlockKind::paragraph;  ///< of the block before the next one
};

}  // namespace strata::ui
