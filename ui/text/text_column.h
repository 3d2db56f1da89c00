#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <vector>

#include <QWidget>

#include "ui/text/height_table.h"
#include "ui/text/piece_view.h"
#include "ui/text/text_parts.h"

namespace strata::ui {

class TextView;
class Theme;

/// A place in a text: between two characters of one of its pieces.
struct TextPoint {
    int part = 0;
    int piece = 0;
    int position = 0;

    auto operator<=>(const TextPoint&) const = default;
};

/// A stretch of a text.
struct TextRange {
    TextPoint begin;
    TextPoint end;

    bool operator==(const TextRange&) const = default;
};

/// A text of any length as part of a larger page. Only what is near the screen is laid out; how high the rest is is
/// guessed.
class TextColumn : public QWidget {
    Q_OBJECT

public:
    TextColumn(const Theme* theme, TextParts::Markup markup, QWidget* parent);
    ~TextColumn() override;

    void show(const QString& text, bool complete);
    /// What screen readers and tests call the text.
    void setTextName(const QString& object_name, const QString& spoken_name);
    void setMuted(bool muted);

    const TextParts& parts() const { return parts_; }
    bool isEmpty() const { return parts_.count() == 0; }
    /// Takes on a width, lays out what is seen between two heights, and returns how high all of it is.
    int layOut(int width, int top, int bottom);
    /// The width that a short text needs, up to `widest`.
    int neededWidth(int widest);

    int partAt(int y) const { return heights_.itemAt(y); }
    int partTop(int part) const { return part < heights_.count() ? heights_.top(part) : heights_.total(); }
    int partHeight(int part) const { return part < heights_.count() ? heights_.height(part) : 0; }
    QList<QWidget*> tabStops() const;

    /// The place in the text that is nearest to a point of this widget.
    std::optional<TextPoint> pointAt(const QPoint& point) const;
    /// The place of a character that a view of this text shows.
    std::optional<TextPoint> pointOf(const TextView* view, int position) const;
    /// What is selected here, also in parts that are not laid out.
    void setSelection(const std::optional<TextRange>& selection);
    /// Marks stretches, each within one piece, in ascending order; one of them more than the others.
    void setMarks(std::vector<TextRange> marks, const std::optional<TextRange>& current);
    /// Where a place is, as far as it is laid out.
    std::optional<QRect> areaOf(const TextPoint& point) const;
    /// As somebody would type it.
    QString textOf(const TextRange& range) const;
    TextPoint end() const;

Q_SIGNALS:
    /// It may be higher or lower now.
    void changed();
    void tabStopsChanged();
    void textViewMade(strata::ui::TextView* view);
    /// The person opened, wrapped or scrolled something in it.
    void touched();
    /// The caret was to leave the text upwards or downwards.
    void caretLeft(bool down);

private:
    /// The views of one part.
    struct Shown {
        std::vector<RichBlock> settled;  ///< blocks of the chunks that will not change
        std::size_t chunks = 0;          ///< that those blocks are made of
        std::vector<std::unique_ptr<PieceView>> pieces;
        std::vector<int> gaps;  ///< above each piece
    };

    void replace();
    void grow(int first);
    Shown& realise(int part);
    void fill(int part, Shown& shown);
    std::unique_ptr<PieceView> makePiece(int part, TextPiece::Kind kind);
    PieceView::Rim rimOf(int part, TextPiece::Kind kind) const;
    int gapAbove(const TextPiece& piece, bool goes_on) const;
    int layOutPart(int part, Shown& shown, int width);
    void placePart(int part, const Shown& shown);
    void releaseFar(int first, int last);
    void forget();

    bool isFolded(int code) const;
    bool isHidden(int part) const;
    void unfold(int part);
    void setWrapped(int part, bool wrapped);
    void leave(const TextView* view, bool down);
    void copyPiece(int part, std::size_t piece) const;
    int guess(int part) const;
    static qsizetype ownLines(const TextPart& part);
    void guessAll();

    void decorate(int part, const Shown& shown) const;
    std::vector<TextPiece> piecesAt(int part) const;

    const Theme* theme_;
    TextParts parts_;
    HeightTable heights_;
    std::map<int, Shown> shown_;
    std::set<int> unfolded_;  ///< pieces of code, by their first part
    std::set<int> wrapped_;
    QString object_name_;
    QString spoken_name_;
    std::optional<TextRange> selection_;
    std::vector<TextRange> marks_;
    std::optional<TextRange> current_mark_;
    int width_ = 0;
    bool muted_ = false;
};

/// Where a text is found in a piece, whatever its case, as positions of the view that shows it.
std::vector<std::pair<int, int>> findIn(const Theme* theme, const TextPiece& piece, const QString& needle);

/// A stretch of a text as somebody would type it. No view is needed for it.
QString textBetween(const Theme* theme, const TextParts& parts, const TextRange& range);

}  // namespace strata::ui
