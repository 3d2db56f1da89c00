#include "ui/text/markdown_parser.h"

#include <algorithm>

#include <QTextBlock>
#include <QTextCursor>
#include <QTextDocument>
#include <QTextList>
#include <QTextTable>

#include "ui/text/link_policy.h"
#include "ui/text/math_text.h"

namespace strata::ui {
namespace {

// Without MarkdownNoHTML whatever looks like a tag would vanish from the answer.
const auto kDialect =
    QTextDocument::MarkdownFeatures(QTextDocument::MarkdownDialectGitHub).setFlag(QTextDocument::MarkdownNoHTML);

constexpr qsizetype kManyLines = 16;

/// A line of a paragraph that means the same behind a space as on a line of its own.
bool isPlainLine(QStringView line) {
    const QStringView text = line.trimmed();
    return !text.isEmpty() && text.front().isLetter() && !line.front().isSpace() && !text.contains(u'|') &&
           !line.endsWith(QLatin1String("  ")) && !text.endsWith(u'\\');
}

/// A paragraph of many lines on one line, which looks the same: Qt's reader of Markdown goes over the whole paragraph
/// again for each line of it, and with hundreds of them that takes a tenth of a second.
QString onOneLine(const QString& text) {
    if (text.count(u'\n') < kManyLines) {
        return text;
    }
    QStringList lines = text.trimmed().split(u'\n');
    if (!std::all_of(lines.begin(), lines.end(), isPlainLine)) {
        return text;
    }
    std::transform(lines.begin(), lines.end(), lines.begin(), [](const QString& line) { return line.trimmed(); });
    return lines.join(u' ');
}

void addRun(std::vector<TextRun>& runs, TextRun run) {
    if (run.text.isEmpty()) {
        return;
    }
    if (!runs.empty() && runs.back().sameStyle(run)) {
        runs.back().text += run.text;
    } else {
        runs.push_back(std::move(run));
    }
}

TextRun styleOf(const QTextCharFormat& format) {
    TextRun run;
    run.strong = format.fontWeight() > QFont::Normal;
    run.emphasis = format.fontItalic();
    run.struck = format.fontStrikeOut();
    run.code = format.fontFixedPitch();
    return run;
}

/// The source text of pictures: they are never fetched.
QString pictureText(const QTextImageFormat& format, qsizetype count) {
    return QStringLiteral("![%1](%2)")
        .arg(format.property(QTextFormat::ImageAltText).toString(), format.name())
        .repeated(count);
}

std::vector<TextRun> runsOf(const QTextBlock& block) {
    std::vector<TextRun> runs;
    for (auto part = block.begin(); !part.atEnd(); ++part) {
        const QTextFragment fragment = part.fragment();
        const QTextCharFormat format = fragment.charFormat();
        TextRun run = styleOf(format);
        run.text = format.isImageFormat() ? pictureText(format.toImageFormat(), fragment.length()) : fragment.text();
        const QString target = format.anchorHref();
        if (!target.isEmpty() && mayOpenLink(QUrl(target))) {
            run.link = target;
        } else if (!target.isEmpty() && target != run.text) {
            run.text += QStringLiteral(" (%1)").arg(target);
        }
        addRun(runs, std::move(run));
    }
    return runs;
}

class ChunkReader {
public:
    explicit ChunkReader(const MarkdownChunk& chunk) : chunk_(chunk) {
        document_.setUndoRedoEnabled(false);
        document_.setMarkdown(onOneLine(withShownMath(chunk.text)), kDialect);
    }

    std::vector<RichBlock> read() {
        for (QTextBlock block = document_.begin(); block.isValid(); block = block.next()) {
            if (QTextTable* const table = tableAt(block)) {
                addTable(*table);
                block = document_.findBlock(table->lastPosition());
            } else {
                addBlock(block);
            }
        }
        if (!blocks_.empty()) {
            blocks_.front().spaced = chunk_.spaced;
            blocks_.front().joined = chunk_.joined;
        }
        return std::move(blocks_);
    }

private:
    static QTextTable* tableAt(const QTextBlock& block) {
        // The block before a table ends with the table's own mark, so a cursor in it is not asked.
        QTextFrame* const frame = block.document()->frameAt(block.position());
        return qobject_cast<QTextTable*>(frame);
    }

    void addBlock(const QTextBlock& source) {
        const QTextBlockFormat format = source.blockFormat();
        RichBlock block;
        block.runs = runsOf(source);
        block.quote_depth = format.intProperty(QTextFormat::BlockQuoteLevel);
        block.indent = format.indent();
        if (format.hasProperty(QTextFormat::BlockTrailingHorizontalRulerWidth)) {
            block.kind = BlockKind::rule;
        } else if (isCode(source)) {
            readCode(format, block);
        } else if (block.runs.empty()) {
            return;  // stands around tables, says nothing
        } else if (format.headingLevel() > 0) {
            block.kind = BlockKind::heading;
            block.heading_level = format.headingLevel();
        }
        readListItem(source, format, block);
        blocks_.push_back(std::move(block));
    }

    /// Code with or without a fence. The paragraph behind code in a list carries the mark too, but not the letters.
    static bool isCode(const QTextBlock& block) {
        return block.blockFormat().hasProperty(QTextFormat::BlockCodeLanguage) &&
               (block.begin().atEnd() || block.begin().fragment().charFormat().hasProperty(QTextFormat::FontFamilies));
    }

    void readCode(const QTextBlockFormat& format, RichBlock& block) const {
        block.kind = BlockKind::code;
        block.language = format.stringProperty(QTextFormat::BlockCodeLanguage);
        for (TextRun& run : block.runs) {
            run.code = false;  // the block says it
        }
        block.first_line = blocks_.empty() || blocks_.back().kind != BlockKind::code;
        block.spaced = block.first_line;
    }

    void readListItem(const QTextBlock& source, const QTextBlockFormat& format, RichBlock& block) {
        QTextList* const list = source.textList();
        if (list == nullptr || block.kind == BlockKind::code) {
            return;
        }
        block.indent = list->format().indent();
        if (format.hasProperty(QTextFormat::BlockCodeLanguage)) {
            return;  // goes on behind the code of an item
        }
        const int item = list->itemNumber(source);
        if (format.marker() == QTextBlockFormat::MarkerType::Checked) {
            block.marker = QStringLiteral("☑");
        } else if (format.marker() == QTextBlockFormat::MarkerType::Unchecked) {
            block.marker = QStringLiteral("☐");
        } else if (list->format().style() == QTextListFormat::ListDecimal) {
            block.marker = QStringLiteral("%1.").arg(item + firstNumberOf(*list));
        } else {
            block.marker = block.indent > 1 ? QStringLiteral("◦") : QStringLiteral("•");
        }
        // Items of one list stand close, the first one apart from a paragraph but not from its parent item.
        block.spaced = item == 0 && block.indent == 1;
    }

    /// The document forgets with which number a list begins; the chunk knows it for its outer list.
    int firstNumberOf(const QTextList& list) {
        if (outer_list_ == nullptr && list.format().indent() == 1) {
            outer_list_ = &list;
        }
        return &list == outer_list_ && chunk_.number >= 0 ? chunk_.number : 1;
    }

    void addTable(QTextTable& table) {
        RichBlock block;
        block.kind = BlockKind::table;
        for (int row = 0; row < table.rows(); ++row) {
            std::vector<TableCell>& cells = block.rows.emplace_back();
            for (int column = 0; column < table.columns(); ++column) {
                const QTextBlock content = table.cellAt(row, column).firstCursorPosition().block();
                TableCell& cell = cells.emplace_back(TableCell{runsOf(content), Qt::AlignLeft});
                if (content.blockFormat().hasProperty(QTextFormat::BlockAlignment)) {
                    cell.alignment = content.blockFormat().alignment();
                }
                for (TextRun& run : cell.runs) {
                    run.strong = run.strong && row > 0;  // the head is set in its own style
                }
            }
        }
        blocks_.push_back(std::move(block));
    }

    const MarkdownChunk& chunk_;
    QTextDocument document_;
    std::vector<RichBlock> blocks_;
    const QTextList* outer_list_ = nullptr;
};

std::vector<RichBlock> readCodeLine(const MarkdownChunk& chunk) {
    RichBlock block;
    block.kind = BlockKind::code;
    block.spaced = chunk.spaced;
    block.joined = chunk.joined;
    block.first_line = chunk.first_line;
    block.language = chunk.language;
    addRun(block.runs, TextRun{chunk.text});
    return {block};
}

}  // namespace

std::vector<RichBlock> parseChunk(const MarkdownChunk& chunk) {
    if (chunk.kind == MarkdownChunk::Kind::code) {
        return readCodeLine(chunk);
    }
    return cutLongBlocks(ChunkReader(chunk).read());
}

}  // namespace strata::ui
