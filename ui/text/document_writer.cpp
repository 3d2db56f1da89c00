#include "ui/text/document_writer.h"

#include <algorithm>

#include <QFontMetricsF>
#include <QTextCursor>
#include <QTextDocument>
#include <QTextTable>

#include "ui/style/metrics.h"

namespace strata::ui {
namespace {

// In heights of a line of running text.
constexpr double kParagraphGap = 0.62;
constexpr double kHeadingGap = 1.0;
constexpr double kItemGap = 0.22;
constexpr double kIndent = 1.45;

constexpr double kCodeScale = 0.93;  // fixed-width letters look larger than others of the same size
constexpr double kQuoteIndent = 16.0;
constexpr double kCellPadding = 6.0;
constexpr double kHairline = 1.0;

double headingScale(int level) {
    switch (level) {
        case 1:
            return 1.4;
        case 2:
            return 1.22;
        case 3:
            return 1.08;
        default:
            return 1.0;
    }
}

/// A block that is needed for the layout before or behind another one and that is not to be seen.
QTextBlockFormat unseenBlock() {
    QTextBlockFormat format;
    format.setLineHeight(kHairline, QTextBlockFormat::FixedHeight);
    return format;
}

/// Number of characters at the beginning that both show in the same style.
qsizetype commonLength(const std::vector<TextRun>& a, const std::vector<TextRun>& b) {
    qsizetype length = 0;
    for (std::size_t i = 0; i < std::min(a.size(), b.size()) && a[i].sameStyle(b[i]); ++i) {
        const auto [in_a, in_b] = std::mismatch(a[i].text.begin(), a[i].text.end(), b[i].text.begin(), b[i].text.end());
        length += in_a - a[i].text.begin();
        if (in_a != a[i].text.end() || in_b != b[i].text.end()) {
            break;
        }
    }
    return length;
}

}  // namespace

DocumentWriter::DocumentWriter(QTextDocument* document, const Theme* theme, CodePanel panel)
    : document_(document), theme_(theme), panel_(panel) {
    document->setUndoRedoEnabled(false);
    document->setDocumentMargin(0);
    document->setDefaultFont(theme->font(TextStyle::chat));
    document->setIndentWidth(kIndent * QFontMetricsF(document->defaultFont()).height());
}

void DocumentWriter::append(const std::vector<RichBlock>& blocks) {
    setTail(blocks);
    tail_.clear();
}

void DocumentWriter::setTail(const std::vector<RichBlock>& blocks) {
    std::size_t same = 0;
    while (same < std::min(tail_.size(), blocks.size()) && tail_[same].block == blocks[same]) {
        ++same;
    }
    if (same == tail_.size() && same == blocks.size()) {
        return;
    }
    QTextCursor edit(document_);
    edit.beginEditBlock();
    const bool grows = same < std::min(tail_.size(), blocks.size()) && blocks[same].kind != BlockKind::table &&
                       tail_[same].block.sameFrame(blocks[same]);
    cutTail(grows ? same + 1 : same);
    if (grows) {
        growLast(tail_.back(), blocks[same]);
    }
    for (std::size_t i = tail_.size(); i < blocks.size(); ++i) {
        tail_.push_back(write(blocks[i]));
    }
    edit.endEditBlock();
}

/// Changes the text of the last block of the document from where it differs.
void DocumentWriter::growLast(TailBlock& old, const RichBlock& block) {
    const qsizetype keep = commonLength(old.block.runs, block.runs);
    QTextCursor cursor(document_);
    cursor.setPosition(old.text_at + static_cast<int>(keep));
    cursor.movePosition(QTextCursor::End, QTextCursor::KeepAnchor);
    if (cursor.hasSelection()) {
        cursor.removeSelectedText();
    }
    writeRuns(cursor, block, keep);
    old.block = block;
}

void DocumentWriter::cutTail(std::size_t keep) {
    if (keep >= tail_.size()) {
        return;
    }
    const TailBlock& first = tail_[keep];
    QTextCursor cursor(document_);
    cursor.setPosition(first.cut_at);
    // An empty block would take the format of the one that is joined to it.
    const QTextBlockFormat kept = first.reused_block ? QTextBlockFormat() : cursor.blockFormat();
    cursor.movePosition(QTextCursor::End, QTextCursor::KeepAnchor);
    cursor.removeSelectedText();
    cursor.setBlockFormat(kept);
    reuse_block_ = first.reused_block;
    last_kind_ = first.kind_before;
    tail_.erase(tail_.begin() + static_cast<std::ptrdiff_t>(keep), tail_.end());
}

DocumentWriter::TailBlock DocumentWriter::write(const RichBlock& block) {
    QTextCursor cursor(document_);
    cursor.movePosition(QTextCursor::End);
    TailBlock written;
    written.block = block;
    written.cut_at = cursor.position();
    written.reused_block = reuse_block_;
    written.kind_before = last_kind_;
    if (block.kind == BlockKind::table) {
        writeTable(cursor, block);
        reuse_block_ = false;  // what follows gets a block of its own: the one behind a table has no room above it
    } else {
        const QTextBlockFormat format = blockFormat(block);
        if (reuse_block_ && block.kind == BlockKind::code && panel_ == CodePanel::painted) {
            cursor.setBlockFormat(unseenBlock());  // the first block has no room above it either, and code needs some
            cursor.insertBlock(format, baseFormat(block));
        } else if (reuse_block_) {
            cursor.setBlockFormat(format);
            cursor.setBlockCharFormat(baseFormat(block));
        } else {
            cursor.insertBlock(format, baseFormat(block));
        }
        reuse_block_ = false;
        written.text_at = cursor.position();
        writeRuns(cursor, block, 0);
    }
    last_kind_ = block.kind;
    return written;
}

void DocumentWriter::writeTable(QTextCursor& cursor, const RichBlock& block) const {
    if (reuse_block_) {
        cursor.setBlockFormat(unseenBlock());
    }
    const double gap = reuse_block_ && document_->isEmpty() ? 0.0 : gapBefore(block);
    QTextTableFormat format;
    format.setBorderCollapse(true);
    format.setBorder(kHairline);
    format.setBorderStyle(QTextFrameFormat::BorderStyle_Solid);
    format.setBorderBrush(theme_->color(ColorRole::border));
    format.setCellPadding(kCellPadding);
    format.setCellSpacing(0);
    format.setTopMargin(gap);
    format.setHeaderRowCount(1);
    const int rows = static_cast<int>(block.rows.size());
    const int columns = rows > 0 ? static_cast<int>(block.rows.front().size()) : 0;
    if (columns == 0) {
        return;
    }
    QTextTable* const table = cursor.insertTable(rows, columns, format);
    for (int row = 0; row < rows; ++row) {
        for (int column = 0; column < columns; ++column) {
            const TableCell& content = block.rows[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)];
            QTextTableCell cell = table->cellAt(row, column);
            QTextCursor in_cell = cell.firstCursorPosition();
            QTextBlockFormat cell_block;
            cell_block.setAlignment(content.alignment);
            in_cell.setBlockFormat(cell_block);
            RichBlock text;
            text.runs = content.runs;
            if (row == 0) {
                QTextCharFormat head;
                head.setBackground(theme_->color(ColorRole::code));
                cell.setFormat(head);
                for (TextRun& run : text.runs) {
                    run.strong = true;
                }
            }
            writeRuns(in_cell, text, 0);
        }
    }
    cursor.movePosition(QTextCursor::End);
    cursor.setBlockFormat(unseenBlock());
}

/// Inserts the block's text without its first `skip` characters.
void DocumentWriter::writeRuns(QTextCursor& cursor, const RichBlock& block, qsizetype skip) const {
    for (const TextRun& run : block.runs) {
        if (skip >= run.text.size()) {
            skip -= run.text.size();
            continue;
        }
        cursor.insertText(run.text.sliced(skip), charFormat(block, run));
        skip = 0;
    }
}

/// Height of the empty room above a block.
double DocumentWriter::gapBefore(const RichBlock& block) const {
    const double line = QFontMetricsF(document_->defaultFont()).height();
    double gap = 0.0;
    if (block.kind == BlockKind::heading) {
        gap = kHeadingGap * line;
    } else if (block.spaced) {
        gap = kParagraphGap * line;
    } else if (!block.marker.isEmpty()) {
        gap = kItemGap * line;
    }
    if (last_kind_ == BlockKind::code && (block.kind != BlockKind::code || block.first_line)) {
        gap += kCodePadding;
    }
    return gap;
}

QTextBlockFormat DocumentWriter::blockFormat(const RichBlock& block) const {
    QTextBlockFormat format;
    if (block.kind == BlockKind::code && panel_ == CodePanel::outside) {
        format.setLineHeight(metrics::kLineHeight * 100, QTextBlockFormat::ProportionalHeight);
        format.setLayoutDirection(Qt::LeftToRight);
        format.setProperty(QTextFormat::BlockCodeLanguage, block.language);
        if (block.joined) {
            format.setProperty(block_property::kJoined, true);
        }
        return format;
    }
    const bool first = reuse_block_ && document_->isEmpty();
    const double padding = block.kind == BlockKind::code && block.first_line ? kCodePadding : 0.0;
    format.setTopMargin((first ? 0.0 : gapBefore(block)) + padding);
    format.setIndent(block.indent);
    format.setLeftMargin(block.quote_depth * kQuoteIndent);
    format.setLineHeight(metrics::kLineHeight * 100, QTextBlockFormat::ProportionalHeight);
    if (block.quote_depth > 0) {
        format.setProperty(QTextFormat::BlockQuoteLevel, block.quote_depth);
    }
    if (block.kind != BlockKind::paragraph) {
        format.setProperty(block_property::kKind, static_cast<int>(block.kind));
    }
    if (!block.marker.isEmpty()) {
        format.setProperty(block_property::kMarker, block.marker);
    }
    if (block.joined) {
        format.setProperty(block_property::kJoined, true);
    }
    if (block.kind == BlockKind::code) {
        format.setLeftMargin(format.leftMargin() + kCodePadding);
        format.setRightMargin(kCodePadding);
        format.setLayoutDirection(Qt::LeftToRight);
        format.setProperty(QTextFormat::BlockCodeLanguage, block.language);
        format.setProperty(block_property::kFirstLine, block.first_line);
    } else if (block.kind == BlockKind::rule) {
        format.setLineHeight(2 * kHairline, QTextBlockFormat::FixedHeight);
    } else if (block.kind == BlockKind::heading) {
        format.setHeadingLevel(block.heading_level);
    }
    return format;
}

/// The style of all text of a block before its runs add theirs.
QTextCharFormat DocumentWriter::baseFormat(const RichBlock& block) const {
    QTextCharFormat format;
    if (block.kind == BlockKind::heading) {
        format.setFontWeight(QFont::DemiBold);
        format.setFontPointSize(document_->defaultFont().pointSizeF() * headingScale(block.heading_level));
    } else if (block.kind == BlockKind::code) {
        const QFont font = theme_->font(TextStyle::code);
        format.setFontFamilies(font.families());
        format.setFontFixedPitch(true);
        format.setFontPointSize(font.pointSizeF() * kCodeScale);
    }
    return format;
}

QTextCharFormat DocumentWriter::charFormat(const RichBlock& block, const TextRun& run) const {
    QTextCharFormat format = baseFormat(block);
    if (run.strong) {
        format.setFontWeight(QFont::DemiBold);
    }
    if (run.emphasis) {
        format.setFontItalic(true);
    }
    if (run.struck) {
        format.setFontStrikeOut(true);
    }
    if (run.code) {
        const QFont font = theme_->font(TextStyle::code);
        format.setFontFamilies(font.families());
        format.setFontFixedPitch(true);
        format.setFontPointSize(font.pointSizeF() * kCodeScale);
        format.setBackground(theme_->color(ColorRole::code));
    }
    if (!run.link.isEmpty()) {
        format.setAnchor(true);
        format.setAnchorHref(run.link);
        format.setForeground(theme_->color(ColorRole::link));
        format.setFontUnderline(true);
    }
    return format;
}

}  // namespace strata::ui
