#pragma once

#include <optional>
#include <vector>

#include "ui/text/markdown_splitter.h"
#include "ui/text/rich_block.h"

namespace strata::ui {

/// A stretch of a long text that is laid out as a whole: some paragraphs, or some lines of code.
struct TextPart {
    enum class Kind {
        prose,
        code,   ///< lines of one piece of code
        typed,  ///< exactly as somebody typed it
    };

    Kind kind = Kind::prose;
    std::vector<MarkdownChunk> chunks;  ///< will not change any more
    std::optional<MarkdownChunk> open;  ///< behind them: may still change; of the last part only
    bool goes_on = false;               ///< of code: the part before is the same piece of code
    qsizetype characters = 0;           ///< of the chunks
    qsizetype lines = 0;

    /// Whether a chunk may join this part.
    bool takes(const MarkdownChunk& chunk) const;
    void add(MarkdownChunk chunk);
    bool isEmpty() const { return chunks.empty() && !open; }
};

/// Lines of one part of code. More of them in one piece are folded.
constexpr std::size_t kLinesOfPart = 400;

/// What a part is made of: blocks that are shown in one view of their own.
struct TextPiece {
    enum class Kind { prose, code, table };

    Kind kind = Kind::prose;
    std::vector<RichBlock> blocks;

    bool operator==(const TextPiece& other) const = default;
};

/// The blocks of a chunk of a part.
std::vector<RichBlock> blocksOf(TextPart::Kind kind, const MarkdownChunk& chunk);
/// Groups blocks into pieces. Code and tables are pieces of their own, except inside quotes.
std::vector<TextPiece> piecesOf(const std::vector<RichBlock>& blocks);
std::vector<TextPiece> piecesOf(const TextPart& part);

/// The text of a piece as somebody would type it: the same that plainSelection() gives for a selection of all of it.
QString plainText(const TextPiece& piece);

/// What stands between a piece and the one before it: nothing where a long line was cut, else the end of a line.
QString separatorBefore(const TextPiece& piece);

}  // namespace strata::ui
