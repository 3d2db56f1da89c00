#include "ui/text/streaming_markdown.h"

#include <algorithm>
#include <utility>

#include <QElapsedTimer>
#include <QTextDocument>

#include "ui/text/markdown_parser.h"

namespace strata::ui {
namespace {

constexpr qint64 kFrameMs = 16;
constexpr qint64 kRestPerWork = 4;  ///< the open end rests so many times as long as it worked

}  // namespace

StreamingMarkdown::StreamingMarkdown(const Theme* theme, QObject* parent) : QObject(parent), theme_(theme) {
    rest_timer_.setSingleShot(true);
    rest_timer_.setTimerType(Qt::PreciseTimer);
    connect(&rest_timer_, &QTimer::timeout, this, &StreamingMarkdown::writeChanges);
    connect(theme, &Theme::changed, this, [this] { replace(source_, complete_); });
    restart();
}

StreamingMarkdown::~StreamingMarkdown() = default;

void StreamingMarkdown::show(const QString& text, bool complete) {
    if (!text.startsWith(source_) || (complete_ && text.size() > source_.size())) {
        replace(text, complete);
        return;
    }
    if (text.size() > source_.size()) {
        append(QStringView(text).sliced(source_.size()));
    }
    if (complete && !complete_) {
        finish();
    }
}

/// Builds the new document before a view has it, which is an order of magnitude faster than in its sight.
void StreamingMarkdown::replace(const QString& text, bool complete) {
    const QString kept = text;  // may be our own source
    const auto former = std::move(document_);
    restart();
    append(kept);
    if (complete) {
        finish();
    }
    Q_EMIT documentReplaced(document_.get());
}

void StreamingMarkdown::restart() {
    writer_.reset();
    document_ = std::make_unique<QTextDocument>();
    writer_ = std::make_unique<DocumentWriter>(document_.get(), theme_);
    splitter_ = MarkdownSplitter();
    source_.clear();
    complete_ = false;
    changed_ = false;
    rest_timer_.stop();
}

void StreamingMarkdown::append(QStringView text) {
    source_ += text;
    splitter_.feed(displayable(text.toString()));
    changed_ = true;
    if (!rest_timer_.isActive()) {
        writeChanges();
    }
}

void StreamingMarkdown::finish() {
    complete_ = true;
    splitter_.finish();
    rest_timer_.stop();
    changed_ = true;
    writeChanges();
    rest_timer_.stop();
}

void StreamingMarkdown::writeChanges() {
    if (!changed_) {
        return;
    }
    QElapsedTimer work;
    work.start();
    changed_ = false;
    std::vector<RichBlock> blocks;
    for (const MarkdownChunk& chunk : splitter_.takeSettled()) {
        const std::vector<RichBlock> read = parseChunk(chunk);
        blocks.insert(blocks.end(), read.begin(), read.end());
    }
    const auto open = splitter_.openEnd();
    if (!blocks.empty() || !open) {
        writer_->append(blocks);
    }
    if (open) {
        writer_->setTail(parseChunk(*open));
    }
    rest_timer_.start(static_cast<int>(std::max(kFrameMs, kRestPerWork * work.elapsed())));
}

}  // namespace strata::ui
