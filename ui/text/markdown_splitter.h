#pragma once

#include <optional>
#include <vector>

#include <QString>

namespace strata::ui {

/// A piece of a Markdown text that can be shown by itself.
struct MarkdownChunk {
    enum class Kind {
        markdown,
        code,   ///< one line inside a code fence, as it is
        typed,  ///< text without any markup
    };

    Kind kind = Kind::markdown;
    QString text;
    int number = -1;          ///< of an ordered list's item: its number; -1: none
    bool spaced = true;       ///< stands apart from the chunk before it
    bool joined = false;      ///< goes on in the line of the chunk before it
    bool first_line = false;  ///< of code: the first line behind its fence
    QString language;         ///< of code

    bool operator==(const MarkdownChunk& other) const = default;
};

/// Cuts a Markdown text that is still being written into chunks that will not change any more and one open end.
///
/// A chunk is settled when a blank line or another kind of block ends it; a list is settled item by item, code line by
/// line, and a paragraph without end in pieces of a few thousand characters. So the work per new piece of text does not
/// grow with the length of the answer.
class MarkdownSplitter {
public:
    void feed(QStringView text);
    /// The text is complete: everything settles.
    void finish();

    /// The chunks that settled since the last call.
    std::vector<MarkdownChunk> takeSettled();
    /// What is open now; none if nothing is.
    std::optional<MarkdownChunk> openEnd() const;

private:
    enum class State { between, paragraph, item, fence };

    struct Fence {
        QChar mark;
        qsizetype length = 0;
        qsizetype indent = 0;
        QString language;
    };
    struct Marker {
        QChar kind;                ///< the bullet, or the character after the number
        int number = -1;           ///< -1: a bullet
        qsizetype content_at = 0;  ///< column at which the item's own text begins
        QStringView content;       ///< the item's own text in this line
    };

    static std::optional<Fence> fenceAt(QStringView line);
    static bool closes(const Fence& fence, QStringView line);
    static std::optional<Marker> markerAt(QStringView line);
    static bool endsParagraph(QStringView line);

    void takeLine(QStringView line);
    void takeLineOfFence(QStringView line);
    bool takeLineOfItem(QStringView line);
    void takeLineBetween(QStringView line);
    void append(QStringView line);
    void beginItem(const Marker& marker, QStringView line);
    void settle();
    void settleLong();
    void settleLongLine();
    void settleLongParagraph();
    MarkdownChunk codeLine(QStringView line) const;

    std::vector<MarkdownChunk> settled_;
    State state_ = State::between;
    MarkdownChunk open_;  ///< whole lines of the open paragraph or item
    QString line_;        ///< the line that has no end yet
    Fence fence_;
    bool fence_line_begun_ = false;  ///< a part of the present code line is settled
    bool first_code_line_ = false;
    std::optional<Fence> item_fence_;  ///< a fence inside the open item
    Marker marker_;                    ///< of the open item
    bool blank_in_item_ = false;
};

}  // namespace strata::ui
