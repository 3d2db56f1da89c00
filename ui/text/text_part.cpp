#include "ui/text/text_part.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include <QStringList>

#include "ui/text/markdown_parser.h"

namespace strata::ui {
namespace {

/// What is laid out at once: large enough that a screen needs few of them, small enough to be done within a frame.
constexpr qsizetype kCharactersOfPart = 2500;
constexpr std::size_t kChunksOfPart = 40;

TextPart::Kind kindOf(const MarkdownChunk& chunk) {
    switch (chunk.kind) {
        case MarkdownChunk::Kind::code:
            return TextPart::Kind::code;
        case MarkdownChunk::Kind::typed:
            return TextPart::Kind::typed;
        case MarkdownChunk::Kind::markdown:
            break;
    }
    return TextPart::Kind::prose;
}

TextPiece::Kind kindOf(const RichBlock& block) {
    if (block.kind == BlockKind::table) {
        return TextPiece::Kind::table;
    }
    return block.kind == BlockKind::code && block.quote_depth == 0 ? TextPiece::Kind::code : TextPiece::Kind::prose;
}

QString plainRuns(const std::vector<TextRun>& runs) {
    QString text;
    for (const TextRun& run : runs) {
        text += run.text;
    }
    text.replace(QChar::LineSeparator, u'\n');
    return text;
}

QString plainTable(const RichBlock& table) {
    QStringList rows;
    for (const std::vector<TableCell>& cells : table.rows) {
        QStringList row;
        std::transform(cells.begin(), cells.end(), std::back_inserter(row),
                       [](const TableCell& cell) { return plainRuns(cell.runs); });
        rows.append(row.join(u'\t'));
    }
    return rows.join(u'\n');
}

}  // namespace

bool TextPart::takes(const MarkdownChunk& chunk) const {
    if (chunks.empty()) {
        return true;
    }
    if (kindOf(chunk) != kind || chunk.first_line) {
        return false;
    }
    if (kind == Kind::code) {
        return chunks.size() < kLinesOfPart;
    }
    return chunks.size() < kChunksOfPart && characters + chunk.text.size() / 2 < kCharactersOfPart;
}

void TextPart::add(MarkdownChunk chunk) {
    if (chunks.empty()) {
        kind = kindOf(chunk);
        goes_on = kind == Kind::code && !chunk.first_line;
    }
    characters += chunk.text.size();
    lines += 1 + chunk.text.count(u'\n');
    chunks.push_back(std::move(chunk));
}

std::vector<RichBlock> blocksOf(TextPart::Kind kind, const MarkdownChunk& chunk) {
    if (kind != TextPart::Kind::typed) {
        return parseChunk(chunk);
    }
    std::vector<RichBlock> blocks = plainBlocks(chunk.text);
    blocks.front().joined = chunk.joined;
    return blocks;
}

std::vector<TextPiece> piecesOf(const std::vector<RichBlock>& blocks) {
    std::vector<TextPiece> pieces;
    for (const RichBlock& block : blocks) {
        const TextPiece::Kind kind = kindOf(block);
        const bool new_piece = pieces.empty() || pieces.back().kind != kind || kind == TextPiece::Kind::table ||
                               (kind == TextPiece::Kind::code && block.first_line);
        if (new_piece) {
            pieces.push_back({kind, {}});
        }
        pieces.back().blocks.push_back(block);
    }
    return pieces;
}

std::vector<TextPiece> piecesOf(const TextPart& part) {
    std::vector<RichBlock> blocks;
    const auto add = [&](const MarkdownChunk& chunk) {
        std::vector<RichBlock> read = blocksOf(part.kind, chunk);
        std::move(read.begin(), read.end(), std::back_inserter(blocks));
    };
    std::for_each(part.chunks.begin(), part.chunks.end(), add);
    if (part.open) {
        add(*part.open);
    }
    return piecesOf(blocks);
}

QString plainText(const TextPiece& piece) {
    QString text;
    for (std::size_t i = 0; i < piece.blocks.size(); ++i) {
        const RichBlock& block = piece.blocks[i];
        if (i > 0 && !block.joined) {
            text += u'\n';
        }
        if (block.kind == BlockKind::table) {
            text += plainTable(block);
            continue;
        }
        if (!block.marker.isEmpty()) {
            text += block.marker + u' ';
        }
        text += plainRuns(block.runs);
    }
    return text;
}

QString separatorBefore(const TextPiece& piece) {
    return !piece.blocks.empty() && piece.blocks.front().joined ? QString() : QStringLiteral("\n");
}

}  // namespace strata::ui
