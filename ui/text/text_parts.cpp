#include "ui/text/text_parts.h"

#include <algorithm>
#include <utility>

#include <QElapsedTimer>

namespace strata::ui {
namespace {

constexpr qint64 kFrameMs = 16;
constexpr qint64 kRestPerWork = 4;  ///< the open end rests so many times as long as it worked

}  // namespace

TextParts::TextParts(Markup markup, QObject* parent) : QObject(parent), markup_(markup) {
    rest_timer_.setSingleShot(true);
    rest_timer_.setTimerType(Qt::PreciseTimer);
    connect(&rest_timer_, &QTimer::timeout, this, &TextParts::writeChanges);
}

void TextParts::show(const QString& text, bool complete) {
    if (!text.startsWith(source_) || (complete_ && text.size() > source_.size()) ||
        (markup_ == Markup::none && text.size() > source_.size())) {
        restart();
        append(text);
        complete_ = complete;
        if (complete) {
            splitter_.finish();
        }
        takeChanges();
        Q_EMIT replaced();
        return;
    }
    if (text.size() > source_.size()) {
        append(QStringView(text).sliced(source_.size()));
        if (!rest_timer_.isActive()) {
            writeChanges();
        }
    }
    if (complete && !complete_) {
        complete_ = true;
        splitter_.finish();
        changed_ = true;
        writeChanges();
        rest_timer_.stop();
    }
}

int TextParts::codeBegin(int part) const {
    while (part > 0 && at(part).goes_on) {
        --part;
    }
    return part;
}

int TextParts::codeEnd(int part) const {
    do {
        ++part;
    } while (part < count() && at(part).goes_on);
    return part;
}

int TextParts::codeLines(int part) const {
    std::size_t lines = 0;
    for (int i = codeBegin(part); i < codeEnd(part); ++i) {
        lines += at(i).chunks.size() + (at(i).open ? 1 : 0);
    }
    return static_cast<int>(lines);
}

QString TextParts::code(int part) const {
    QString text;
    bool first = true;
    for (int i = codeBegin(part); i < codeEnd(part); ++i) {
        std::vector<MarkdownChunk> lines = at(i).chunks;
        if (at(i).open) {
            lines.push_back(*at(i).open);
        }
        for (const MarkdownChunk& line : lines) {
            if (!first && !line.joined) {
                text += u'\n';
            }
            text += line.text;
            first = false;
        }
    }
    return text;
}

void TextParts::restart() {
    splitter_ = MarkdownSplitter();
    parts_.clear();
    source_.clear();
    complete_ = false;
    changed_ = false;
    rest_timer_.stop();
}

void TextParts::append(QStringView text) {
    source_ += text;
    changed_ = true;
    if (markup_ == Markup::none) {
        appendTyped(text);
    } else {
        splitter_.feed(displayable(text.toString()));
    }
}

/// Cuts a typed text between its lines, and lines only if they are very long.
void TextParts::appendTyped(QStringView text) {
    const QString shown = displayable(text.toString());
    for (QStringView line : QStringView(shown).split(u'\n')) {
        MarkdownChunk chunk;
        chunk.kind = MarkdownChunk::Kind::typed;
        do {
            const qsizetype length = cutPosition(line, kLongestLine);
            chunk.text = line.first(length).toString();
            line = line.sliced(length);
            add(chunk);
            chunk.joined = true;
        } while (!line.isEmpty());
    }
}

void TextParts::writeChanges() {
    if (!changed_) {
        return;
    }
    QElapsedTimer work;
    work.start();
    Q_EMIT grown(takeChanges());
    rest_timer_.start(static_cast<int>(std::max(kFrameMs, kRestPerWork * work.elapsed())));
}

/// Returns the first part that changed.
int TextParts::takeChanges() {
    changed_ = false;
    if (!parts_.empty()) {
        parts_.back().open.reset();
        if (parts_.back().isEmpty()) {
            parts_.pop_back();
        }
    }
    const int first = std::max(count() - 1, 0);
    for (MarkdownChunk& chunk : splitter_.takeSettled()) {
        add(std::move(chunk));
    }
    if (auto open = splitter_.openEnd()) {
        if (parts_.empty() || !parts_.back().takes(*open)) {
            TextPart part;
            part.kind = open->kind == MarkdownChunk::Kind::code ? TextPart::Kind::code : TextPart::Kind::prose;
            part.goes_on = part.kind == TextPart::Kind::code && !open->first_line;
            parts_.push_back(std::move(part));
        }
        parts_.back().open = std::move(open);
    }
    return first;
}

void TextParts::add(MarkdownChunk chunk) {
    if (parts_.empty() || !parts_.back().takes(chunk)) {
        parts_.emplace_back();
    }
    parts_.back().add(std::move(chunk));
}

}  // namespace strata::ui
