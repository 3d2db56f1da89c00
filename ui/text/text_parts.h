#pragma once

#include <vector>

#include <QObject>
#include <QTimer>

#include "ui/text/text_part.h"

namespace strata::ui {

/// A text that may still be growing, cut into parts that can be laid out one by one when they come near the screen.
///
/// What is finished is read once; the open end is read again when something was added, at most once per frame and never
/// for more than about a fifth of the time.
class TextParts : public QObject {
    Q_OBJECT

public:
    enum class Markup { markdown, none };

    explicit TextParts(Markup markup, QObject* parent = nullptr);

    /// Shows `text`. If it begins with what is shown already, only the rest is work.
    void show(const QString& text, bool complete);

    const std::vector<TextPart>& parts() const { return parts_; }
    int count() const { return static_cast<int>(parts_.size()); }
    const TextPart& at(int part) const { return parts_[static_cast<std::size_t>(part)]; }
    bool isComplete() const { return complete_; }
    /// The first part of the piece of code that a part belongs to.
    int codeBegin(int part) const;
    /// One behind the last part of that piece of code.
    int codeEnd(int part) const;
    int codeLines(int part) const;
    /// That piece of code exactly as it was written.
    QString code(int part) const;

Q_SIGNALS:
    /// Another text.
    void replaced();
    /// The parts from `first` on are new or have grown.
    void grown(int first);

private:
    void restart();
    void append(QStringView text);
    void appendTyped(QStringView text);
    void writeChanges();
    int takeChanges();
    void add(MarkdownChunk chunk);

    const Markup markup_;
    MarkdownSplitter splitter_;
    std::vector<TextPart> parts_;
    QString source_;  ///< all text so far
    bool complete_ = false;
    bool changed_ = false;
    QTimer rest_timer_;
};

}  // namespace strata::ui
