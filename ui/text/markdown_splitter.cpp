#include "ui/text/markdown_splitter.h"

#include <algorithm>
#include <utility>

#include <QList>

#include "ui/text/rich_block.h"

namespace strata::ui {
namespace {

/// A paragraph that grows longer is settled in pieces; re-reading more than this per update would be felt.
constexpr qsizetype kLongestParagraph = 4096;
constexpr qsizetype kShortestFence = 3;
constexpr qsizetype kCodeIndent = 4;  ///< this far in, Markdown sees code and no marks
constexpr int kLongestNumber = 9;     ///< digits of a list number

qsizetype indentOf(QStringView line) {
    qsizetype columns = 0;
    for (const QChar c : line) {
        if (c == u' ') {
            ++columns;
        } else if (c == u'\t') {
            columns += kCodeIndent - columns % kCodeIndent;
        } else {
            break;
        }
    }
    return columns;
}

bool isBlank(QStringView line) {
    return line.trimmed().isEmpty();
}

bool isHeading(QStringView line) {
    const QStringView text = line.trimmed();
    qsizetype marks = 0;
    while (marks < text.size() && text.at(marks) == u'#') {
        ++marks;
    }
    constexpr qsizetype kDeepest = 6;
    return indentOf(line) < kCodeIndent && marks > 0 && marks <= kDeepest &&
           (marks == text.size() || text.at(marks).isSpace());
}

/// A line of three or more of one of - * _ and nothing else.
bool isRule(QStringView line) {
    if (indentOf(line) >= kCodeIndent) {
        return false;
    }
    QChar mark;
    int count = 0;
    for (const QChar c : line) {
        if (c == u' ' || c == u'\t') {
            continue;
        }
        if ((c != u'-' && c != u'*' && c != u'_') || (count > 0 && c != mark)) {
            return false;
        }
        mark = c;
        ++count;
    }
    return count >= 3;
}

/// Paragraphs made of lines that each need their own mark; cutting inside a line would lose it.
bool isMarkedByLine(QStringView text) {
    const QStringView start = text.trimmed();
    return start.startsWith(u'>') || start.startsWith(u'|') || indentOf(text) >= kCodeIndent;
}

}  // namespace

void MarkdownSplitter::feed(QStringView text) {
    while (!text.isEmpty()) {
        const qsizetype end = text.indexOf(u'\n');
        if (end < 0) {
            line_ += text;
            break;
        }
        line_ += text.first(end);
        text = text.sliced(end + 1);
        settleLong();
        takeLine(std::exchange(line_, QString()));
    }
    settleLong();
}

void MarkdownSplitter::finish() {
    settleLong();
    if (!line_.isEmpty()) {
        takeLine(std::exchange(line_, QString()));
    }
    settle();
}

std::vector<MarkdownChunk> MarkdownSplitter::takeSettled() {
    return std::exchange(settled_, {});
}

std::optional<MarkdownChunk> MarkdownSplitter::openEnd() const {
    if (state_ == State::fence) {
        // What may become the closing fence is not shown either.
        const QStringView text = QStringView(line_).trimmed();
        const bool only_marks = std::all_of(text.begin(), text.end(), [this](QChar c) { return c == fence_.mark; });
        if (line_.isEmpty() || (only_marks && !text.isEmpty() && !fence_line_begun_)) {
            return std::nullopt;
        }
        return codeLine(line_);
    }
    MarkdownChunk open = open_;
    // The beginning of a fence is not shown until its line is complete: it would flash up as text.
    if (!fenceAt(line_)) {
        open.text += line_;
    }
    if (isBlank(open.text)) {
        return std::nullopt;
    }
    return open;
}

std::optional<MarkdownSplitter::Fence> MarkdownSplitter::fenceAt(QStringView line) {
    const QStringView text = line.trimmed();
    if (text.isEmpty() || (text.front() != u'`' && text.front() != u'~')) {
        return std::nullopt;
    }
    Fence fence;
    fence.mark = text.front();
    while (fence.length < text.size() && text.at(fence.length) == fence.mark) {
        ++fence.length;
    }
    const QStringView info = text.sliced(fence.length).trimmed();
    if (fence.length < kShortestFence || (fence.mark == u'`' && info.contains(u'`'))) {
        return std::nullopt;
    }
    fence.indent = indentOf(line);
    fence.language = info.split(u' ').first().toString();
    return fence;
}

bool MarkdownSplitter::closes(const Fence& fence, QStringView line) {
    const QStringView text = line.trimmed();
    return text.size() >= fence.length &&
           std::all_of(text.begin(), text.end(), [&fence](QChar c) { return c == fence.mark; });
}

std::optional<MarkdownSplitter::Marker> MarkdownSplitter::markerAt(QStringView line) {
    const qsizetype indent = indentOf(line);
    const QStringView text = line.trimmed();
    if (indent >= kCodeIndent || text.isEmpty() || isRule(line)) {
        return std::nullopt;
    }
    Marker marker;
    qsizetype length = 1;
    if (text.front() == u'-' || text.front() == u'*' || text.front() == u'+') {
        marker.kind = text.front();
    } else {
        qsizetype digits = 0;
        while (digits < text.size() && digits < kLongestNumber && text.at(digits) >= u'0' && text.at(digits) <= u'9') {
            ++digits;
        }
        if (digits == 0 || digits >= text.size() || (text.at(digits) != u'.' && text.at(digits) != u')')) {
            return std::nullopt;
        }
        marker.kind = text.at(digits);
        marker.number = text.first(digits).toInt();
        length = digits + 1;
    }
    const QStringView rest = text.sliced(length);
    if (!rest.isEmpty() && rest.front() != u' ' && rest.front() != u'\t') {
        return std::nullopt;
    }
    marker.content = rest.trimmed();
    const qsizetype gap = rest.isEmpty() ? 1 : indentOf(rest);
    marker.content_at = indent + length + (gap > kCodeIndent ? 1 : gap);
    return marker;
}

/// Lines that cannot be the lazy end of a paragraph in a list.
bool MarkdownSplitter::endsParagraph(QStringView line) {
    return isHeading(line) || isRule(line) || fenceAt(line).has_value() || line.trimmed().startsWith(u'>');
}

void MarkdownSplitter::takeLine(QStringView line) {
    if (state_ == State::fence) {
        takeLineOfFence(line);
    } else if (state_ != State::item || !takeLineOfItem(line)) {
        takeLineBetween(line);
    }
}

void MarkdownSplitter::takeLineOfFence(QStringView line) {
    if (!fence_line_begun_ && closes(fence_, line)) {
        state_ = State::between;
        return;
    }
    settled_.push_back(codeLine(line));
    fence_line_begun_ = false;
    first_code_line_ = false;
}

/// False: the line does not belong to the item, which is settled then.
bool MarkdownSplitter::takeLineOfItem(QStringView line) {
    if (item_fence_) {
        if (closes(*item_fence_, line)) {
            item_fence_.reset();
        }
        append(line);
        return true;
    }
    if (isBlank(line)) {
        append(line);
        blank_in_item_ = true;
        return true;
    }
    if (indentOf(line) >= marker_.content_at) {
        item_fence_ = fenceAt(line);
        append(line);
        blank_in_item_ = false;
        return true;
    }
    if (const auto next = markerAt(line)) {
        const bool same_list = next->kind == marker_.kind;
        const bool apart = blank_in_item_;
        const int number = marker_.number;
        settle();
        beginItem(*next, line);
        if (same_list) {
            open_.spaced = apart;
            // Markdown counts on from the list's first number, whatever the others say.
            open_.number = marker_.number = number < 0 ? -1 : number + 1;
        }
        return true;
    }
    if (!blank_in_item_ && !endsParagraph(line)) {
        append(line);
        return true;
    }
    settle();
    return false;
}

void MarkdownSplitter::takeLineBetween(QStringView line) {
    if (isBlank(line)) {
        settle();
        return;
    }
    const bool in_code_indent = indentOf(line) >= kCodeIndent;
    if (const auto fence = fenceAt(line); fence && !in_code_indent) {
        settle();
        state_ = State::fence;
        fence_ = *fence;
        fence_line_begun_ = false;
        first_code_line_ = true;
        return;
    }
    const bool in_paragraph = state_ == State::paragraph;
    // An empty item or one with another number than 1 cannot interrupt a paragraph.
    if (const auto marker = markerAt(line);
        marker && (!in_paragraph || (!marker->content.isEmpty() && (marker->number < 0 || marker->number == 1)))) {
        settle();
        beginItem(*marker, line);
        return;
    }
    if (isHeading(line)) {
        settle();
        append(line);
        settle();
        return;
    }
    append(line);
    state_ = State::paragraph;
}

void MarkdownSplitter::append(QStringView line) {
    open_.text += line;
    open_.text += u'\n';
}

void MarkdownSplitter::beginItem(const Marker& marker, QStringView line) {
    state_ = State::item;
    marker_ = marker;
    item_fence_ = fenceAt(marker.content);
    blank_in_item_ = false;
    open_.number = marker.number;
    append(line);
}

void MarkdownSplitter::settle() {
    MarkdownChunk chunk = std::exchange(open_, MarkdownChunk());
    state_ = State::between;
    if (!isBlank(chunk.text)) {
        settled_.push_back(std::move(chunk));
    }
}

/// Settles a part of what is open if it has grown too long.
void MarkdownSplitter::settleLong() {
    state_ == State::fence ? settleLongLine() : settleLongParagraph();
}

void MarkdownSplitter::settleLongLine() {
    while (line_.size() > kLongestLine) {
        const qsizetype length = cutPosition(line_, kLongestLine);
        settled_.push_back(codeLine(QStringView(line_).first(length)));
        line_.remove(0, length);
        fence_line_begun_ = true;
        first_code_line_ = false;
    }
}

void MarkdownSplitter::settleLongParagraph() {
    if (state_ == State::item || isMarkedByLine(open_.text.isEmpty() ? line_ : open_.text)) {
        return;
    }
    while (open_.text.size() + line_.size() > kLongestParagraph) {
        QString text = open_.text + line_;
        const qsizetype newest_gap = text.lastIndexOf(u' ', kLongestParagraph);
        const bool torn = newest_gap < kLongestParagraph / 2;
        const qsizetype length = torn ? cutPosition(text, kLongestLine) : newest_gap + 1;
        MarkdownChunk chunk = std::exchange(open_, MarkdownChunk());
        chunk.text = text.first(length);
        settled_.push_back(std::move(chunk));
        // The rest holds the unfinished line at its end; what stands before that are whole lines.
        text.remove(0, length);
        const qsizetype last_end = text.lastIndexOf(u'\n');
        open_.text = text.first(last_end + 1);
        line_ = text.sliced(last_end + 1);
        open_.joined = true;
        open_.spaced = false;
        state_ = State::paragraph;
    }
}

MarkdownChunk MarkdownSplitter::codeLine(QStringView line) const {
    MarkdownChunk chunk;
    chunk.kind = MarkdownChunk::Kind::code;
    chunk.spaced = first_code_line_;
    chunk.first_line = first_code_line_;
    chunk.joined = fence_line_begun_;
    chunk.language = fence_.language;
    qsizetype cut = 0;
    while (!fence_line_begun_ && cut < fence_.indent && cut < line.size() && line.at(cut) == u' ') {
        ++cut;
    }
    chunk.text = line.sliced(cut).toString();
    return chunk;
}

}  // namespace strata::ui
