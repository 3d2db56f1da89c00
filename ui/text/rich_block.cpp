#include "ui/text/rich_block.h"

#include <QList>

namespace strata::ui {

bool TextRun::sameStyle(const TextRun& other) const {
    return strong == other.strong && emphasis == other.emphasis && struck == other.struck && code == other.code &&
           link == other.link;
}

bool RichBlock::sameFrame(const RichBlock& other) const {
    return kind == other.kind && heading_level == other.heading_level && indent == other.indent &&
           quote_depth == other.quote_depth && marker == other.marker && spaced == other.spaced &&
           first_line == other.first_line && joined == other.joined && language == other.language && rows == other.rows;
}

qsizetype cutPosition(QStringView text, qsizetype longest) {
    if (text.size() <= longest) {
        return text.size();
    }
    return text.at(longest).isLowSurrogate() ? longest - 1 : longest;
}

QString displayable(QString text) {
    constexpr char16_t kFrameBegin = 0xFDD0;  // QTextDocument uses these two for its frames
    constexpr char16_t kFrameEnd = 0xFDD1;
    text.remove(u'\r');
    for (QChar& c : text) {
        if (c == QChar::ParagraphSeparator) {
            c = u'\n';
        } else if (c == kFrameBegin || c == kFrameEnd || c.isNull()) {
            c = QChar::ReplacementCharacter;
        }
    }
    return text;
}

namespace {

constexpr qsizetype kLongestBlock = 4 * kLongestLine;  ///< words are cheaper than a line without any

qsizetype lengthOf(const RichBlock& block) {
    qsizetype length = 0;
    for (const TextRun& run : block.runs) {
        length += run.text.size();
    }
    return length;
}

/// Moves the first `length` characters at most out of `block`, up to a gap between words if there is one.
RichBlock takeFront(RichBlock& block, qsizetype length) {
    std::vector<TextRun> runs = std::move(block.runs);
    block.runs.clear();
    RichBlock front = block;  // all but the text
    block.runs = std::move(runs);
    while (length > 0 && !block.runs.empty()) {
        TextRun& run = block.runs.front();
        TextRun part = run;
        if (run.text.size() > length) {
            const qsizetype gap = run.text.lastIndexOf(u' ', length);
            part.text = run.text.first(gap > 0 ? gap + 1 : cutPosition(run.text, length));
            length = part.text.size();
        }
        length -= part.text.size();
        run.text.remove(0, part.text.size());
        if (run.text.isEmpty()) {
            block.runs.erase(block.runs.begin());
        }
        front.runs.push_back(std::move(part));
    }
    block.marker.clear();
    block.spaced = false;
    block.first_line = false;
    block.joined = true;
    return front;
}

}  // namespace

std::vector<RichBlock> cutLongBlocks(std::vector<RichBlock> blocks) {
    std::vector<RichBlock> cut;
    for (RichBlock& block : blocks) {
        if (lengthOf(block) > kLongestBlock) {
            while (lengthOf(block) > kLongestLine) {
                cut.push_back(takeFront(block, kLongestLine));
            }
        }
        if (!block.joined || lengthOf(block) > 0) {
            cut.push_back(std::move(block));
        }
    }
    return cut;
}

std::vector<RichBlock> plainBlocks(const QString& text) {
    std::vector<RichBlock> blocks;
    const QString shown = displayable(text);
    for (QStringView line : QStringView(shown).split(u'\n')) {
        bool joined = false;
        do {
            const qsizetype length = cutPosition(line, kLongestLine);
            RichBlock block;
            block.spaced = false;
            block.joined = joined;
            block.runs.push_back(TextRun{line.first(length).toString()});
            blocks.push_back(std::move(block));
            line = line.sliced(length);
            joined = true;
        } while (!line.isEmpty());
    }
    return blocks;
}

}  // namespace strata::ui
