// The part of TextColumn that is about places in the text: selection, marks, copying.
#include <algorithm>
#include <limits>

#include <QTextBlock>

#include "ui/style/theme.h"
#include "ui/text/plain_selection.h"
#include "ui/text/text_column.h"
#include "ui/text/text_view.h"

namespace strata::ui {
namespace {

constexpr int kToTheEnd = std::numeric_limits<int>::max();

int lastPosition(const QTextDocument& document) {
    return document.characterCount() - 1;
}

/// What a range selects in one piece; none if nothing.
std::optional<std::pair<int, int>> within(const std::optional<TextRange>& range, int part, int piece, int last) {
    if (!range) {
        return std::nullopt;
    }
    const TextPoint first{part, piece, 0};
    const TextPoint end{part, piece, last};
    if (range->begin > end || range->end < first || range->begin == range->end) {
        return std::nullopt;
    }
    const int from = range->begin <= first ? 0 : range->begin.position;
    const int to = range->end >= end ? last : range->end.position;
    return std::pair(std::min(from, last), std::min(to, last));
}

/// The document that a view of this piece shows.
void write(const Theme* theme, const TextPiece& piece, QTextDocument& document) {
    const auto panel =
        piece.kind == TextPiece::Kind::code ? DocumentWriter::CodePanel::outside : DocumentWriter::CodePanel::painted;
    DocumentWriter(&document, theme, panel).append(piece.blocks);
}

QString textWithin(const Theme* theme, const TextPiece& piece, int from, int to) {
    QTextDocument document;
    write(theme, piece, document);
    QTextCursor cursor(&document);
    cursor.setPosition(std::min(from, lastPosition(document)));
    cursor.setPosition(std::min(to, lastPosition(document)), QTextCursor::KeepAnchor);
    return plainSelection(cursor);
}

}  // namespace

std::optional<TextPoint> TextColumn::pointAt(const QPoint& point) const {
    const PieceView* nearest = nullptr;
    TextPoint found;
    int distance = kToTheEnd;
    for (const auto& [part, shown] : shown_) {
        for (std::size_t i = 0; i < shown.pieces.size(); ++i) {
            const QRect area = shown.pieces[i]->geometry();
            const int away = std::max({area.top() - point.y(), point.y() - area.bottom(), 0});
            if (away < distance) {
                distance = away;
                nearest = shown.pieces[i].get();
                found = {part, static_cast<int>(i), 0};
            }
        }
    }
    if (nearest == nullptr) {
        return std::nullopt;
    }
    TextView* const view = nearest->text();
    if (point.y() > nearest->geometry().bottom()) {
        found.position = lastPosition(*view->document());
    } else if (point.y() >= nearest->y()) {
        const QPoint inside = view->viewport()->mapFrom(this, point);
        found.position = view->cursorForPosition(inside).position();
    }
    return found;
}

std::optional<TextPoint> TextColumn::pointOf(const TextView* view, int position) const {
    for (const auto& [part, shown] : shown_) {
        for (std::size_t i = 0; i < shown.pieces.size(); ++i) {
            if (shown.pieces[i]->text() == view) {
                return TextPoint{part, static_cast<int>(i), position};
            }
        }
    }
    return std::nullopt;
}

void TextColumn::setSelection(const std::optional<TextRange>& selection) {
    if (selection == selection_) {
        return;
    }
    selection_ = selection;
    for (const auto& [part, shown] : shown_) {
        decorate(part, shown);
    }
}

void TextColumn::setMarks(std::vector<TextRange> marks, const std::optional<TextRange>& current) {
    if (marks == marks_ && current == current_mark_) {
        return;
    }
    marks_ = std::move(marks);
    current_mark_ = current;
    for (const auto& [part, shown] : shown_) {
        decorate(part, shown);
    }
}

/// Shows what is selected and marked in the views of a part.
void TextColumn::decorate(int part, const Shown& shown) const {
    for (std::size_t i = 0; i < shown.pieces.size(); ++i) {
        TextView* const view = shown.pieces[i]->text();
        const int piece = static_cast<int>(i);
        const int last = lastPosition(*view->document());
        const auto selected = within(selection_, part, piece, last);
        view->showSelection(selected);
        std::vector<TextView::Mark> marks;
        for (const TextRange& mark : marks_) {
            if (mark.begin.part == part && mark.begin.piece == piece) {
                marks.push_back({mark.begin.position, mark.end.position, mark == current_mark_});
            }
        }
        view->showMarks(marks);
    }
}

/// Takes the caret from one view of the text to the next one.
void TextColumn::leave(const TextView* view, bool down) {
    const auto from = pointOf(view, 0);
    if (!from) {
        return;
    }
    int part = from->part;
    int piece = from->piece + (down ? 1 : -1);
    const auto pieces = [this](int of) { return static_cast<int>(realise(of).pieces.size()); };
    while (piece < 0 || piece >= pieces(part)) {
        part += down ? 1 : -1;
        if (part < 0 || part >= parts_.count()) {
            Q_EMIT caretLeft(down);
            return;
        }
        piece = isHidden(part) ? -1 : down ? 0 : pieces(part) - 1;
    }
    TextView* const next = shown_.at(part).pieces[static_cast<std::size_t>(piece)]->text();
    QTextCursor caret(next->document());
    caret.movePosition(down ? QTextCursor::Start : QTextCursor::End);
    next->setTextCursor(caret);
    next->setFocus(Qt::OtherFocusReason);
    Q_EMIT changed();
    Q_EMIT next->caretMoved(next->cursorRect());
}

std::optional<QRect> TextColumn::areaOf(const TextPoint& point) const {
    const auto shown = shown_.find(point.part);
    if (shown == shown_.end() || point.piece >= static_cast<int>(shown->second.pieces.size())) {
        return std::nullopt;
    }
    TextView* const view = shown->second.pieces[static_cast<std::size_t>(point.piece)]->text();
    QTextCursor cursor(view->document());
    cursor.setPosition(std::min(point.position, lastPosition(*view->document())));
    return view->cursorRect(cursor).translated(view->viewport()->mapTo(this, QPoint()));
}

std::vector<TextPiece> TextColumn::piecesAt(int part) const {
    return piecesOf(parts_.at(part));
}

QString TextColumn::textOf(const TextRange& range) const {
    return textBetween(theme_, parts_, range);
}

TextPoint TextColumn::end() const {
    return {std::max(parts_.count() - 1, 0), kToTheEnd, kToTheEnd};
}

std::vector<std::pair<int, int>> findIn(const Theme* theme, const TextPiece& piece, const QString& needle) {
    std::vector<std::pair<int, int>> found;
    if (needle.isEmpty() || !plainText(piece).contains(needle, Qt::CaseInsensitive)) {
        return found;
    }
    QTextDocument document;
    write(theme, piece, document);
    for (QTextCursor match = document.find(needle, 0); !match.isNull(); match = document.find(needle, match)) {
        found.emplace_back(match.selectionStart(), match.selectionEnd());
    }
    return found;
}

QString textBetween(const Theme* theme, const TextParts& parts, const TextRange& range) {
    QString text;
    bool first = true;
    for (int part = range.begin.part; part <= std::min(range.end.part, parts.count() - 1); ++part) {
        const std::vector<TextPiece> pieces = piecesOf(parts.at(part));
        for (std::size_t i = 0; i < pieces.size(); ++i) {
            const int piece = static_cast<int>(i);
            const TextPoint begin{part, piece, 0};
            const TextPoint next{part, piece + 1, 0};
            if (next <= range.begin || range.end < begin) {
                continue;
            }
            if (!first) {
                text += separatorBefore(pieces[i]);
            }
            first = false;
            const bool from_start = range.begin <= begin;
            const bool to_end = range.end >= next;
            text += from_start && to_end ? plainText(pieces[i])
                                         : textWithin(theme, pieces[i], from_start ? 0 : range.begin.position,
                                                      to_end ? kToTheEnd : range.end.position);
        }
    }
    return text;
}

}  // namespace strata::ui
