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
