#include "ui/text/text_column.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include <QApplication>
#include <QClipboard>
#include <QFontMetricsF>

#include "ui/style/metrics.h"
#include "ui/text/text_view.h"

namespace strata::ui {
namespace {

constexpr int kNear = 240;  ///< pixels beyond the screen within which parts are laid out
constexpr int kFar = 2000;  ///< beyond which they are given back
constexpr int kFoldedLines = 40;
constexpr double kParagraphGap = 0.62;  ///< in heights of a line
constexpr double kHeadingGap = 1.0;
constexpr double kItemGap = 0.22;

}  // namespace

TextColumn::TextColumn(const Theme* theme, TextParts::Markup markup, QWidget* parent)
    : QWidget(parent), theme_(theme), parts_(markup) {
    connect(&parts_, &TextParts::replaced, this, &TextColumn::replace);
    connect(&parts_, &TextParts::grown, this, &TextColumn::grow);
    connect(theme, &Theme::changed, this, [this] {
        forget();
        Q_EMIT changed();
    });
}

TextColumn::~TextColumn() = default;

void TextColumn::show(const QString& text, bool complete) {
    parts_.show(text, complete);
}

void TextColumn::setTextName(const QString& object_name, const QString& spoken_name) {
    object_name_ = object_name;
    spoken_name_ = spoken_name;
}

void TextColumn::setMuted(bool muted) {
    muted_ = muted;
}

void TextColumn::replace() {
    unfolded_.clear();
    wrapped_.clear();
    selection_.reset();
    marks_.clear();
    forget();
    Q_EMIT changed();
}

/// Lays out everything anew.
void TextColumn::forget() {
    shown_.clear();
    guessAll();
    Q_EMIT tabStopsChanged();
}

void TextColumn::grow(int first) {
    if (!parts_.isComplete() && parts_.count() > 0) {
        unfolded_.insert(parts_.codeBegin(parts_.count() - 1));  // what is read while it is written stays open
    }
    for (int part = first; part < parts_.count(); ++part) {
        if (part >= heights_.count()) {
            heights_.insert(part, {guess(part)});
        }
        if (const auto shown = shown_.find(part); shown != shown_.end()) {
            fill(part, shown->second);
        } else {
            heights_.setHeight(part, guess(part));
        }
    }
    if (heights_.count() > parts_.count()) {  // an open end that turned out to be nothing
        heights_.remove(parts_.count(), heights_.count() - parts_.count());
        shown_.erase(shown_.lower_bound(parts_.count()), shown_.end());
        Q_EMIT tabStopsChanged();
    }
    if (const auto before = shown_.find(first - 1); before != shown_.end()) {
        fill(first - 1, before->second);  // its rim may be inside now
    }
    Q_EMIT changed();
}

int TextColumn::layOut(int width, int top, int bottom) {
    if (width != width_) {
        width_ = width;
        guessAll();
        for (auto& [part, shown] : shown_) {
            heights_.setHeight(part, layOutPart(part, shown, width));
        }
    }
    for (int part = heights_.itemAt(top - kNear); part >= 0 && part < heights_.count(); ++part) {
        if (heights_.top(part) >= bottom + kNear) {
            break;
        }
        if (!isHidden(part)) {
            heights_.setHeight(part, layOutPart(part, realise(part), width));
        }
    }
    releaseFar(heights_.itemAt(top - kFar), heights_.itemAt(bottom + kFar));
    for (const auto& [part, shown] : shown_) {
        placePart(part, shown);
    }
    return heights_.total();
}

int TextColumn::neededWidth(int widest) {
    if (parts_.count() != 1) {
        return parts_.count() == 0 ? 1 : widest;
    }
    int needed = 1;
    for (const auto& piece : realise(0).pieces) {
        QTextDocument* const document = piece->text()->document();
        document->setTextWidth(widest);
        needed = std::max(needed, qCeil(document->idealWidth()));
    }
    return std::min(needed, widest);
}

TextColumn::Shown& TextColumn::realise(int part) {
    const auto [entry, is_new] = shown_.try_emplace(part);
    if (is_new) {
        fill(part, entry->second);
        Q_EMIT tabStopsChanged();
    }
    return entry->second;
}

/// Brings the views of a part up to date with its text.
void TextColumn::fill(int part, Shown& shown) {
    const TextPart& source = parts_.at(part);
    const bool folded = source.kind == TextPart::Kind::code && isFolded(parts_.codeBegin(part));
    const std::size_t chunks =
        folded ? std::min<std::size_t>(source.chunks.size(), kFoldedLines) : source.chunks.size();
    if (shown.chunks > chunks) {
        shown.settled.clear();
        shown.chunks = 0;
    }
    for (; shown.chunks < chunks; ++shown.chunks) {
        std::vector<RichBlock> read = blocksOf(source.kind, source.chunks[shown.chunks]);
        std::move(read.begin(), read.end(), std::back_inserter(shown.settled));
    }
    std::vector<RichBlock> blocks = shown.settled;
    if (source.open && !folded) {
        const std::vector<RichBlock> read = blocksOf(source.kind, *source.open);
        blocks.insert(blocks.end(), read.begin(), read.end());
    }
    const std::vector<TextPiece> pieces = piecesOf(blocks);
    bool views_changed = shown.pieces.size() != pieces.size();
    shown.pieces.resize(std::min(shown.pieces.size(), pieces.size()));
    shown.gaps.clear();
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        if (i == shown.pieces.size()) {
            shown.pieces.push_back(makePiece(part, pieces[i].kind));
        } else if (shown.pieces[i]->kind() != pieces[i].kind) {
            shown.pieces[i] = makePiece(part, pieces[i].kind);
            views_changed = true;
        }
        PieceView& view = *shown.pieces[i];
        view.showPiece(pieces[i], rimOf(part, pieces[i].kind));
        view.setWrapped(wrapped_.contains(parts_.codeBegin(part)));
        view.setHiddenLines(folded ? parts_.codeLines(part) - kFoldedLines : 0);
        const bool first = part == 0 && i == 0;
        shown.gaps.push_back(first ? 0 : gapAbove(pieces[i], source.goes_on && i == 0));
    }
    decorate(part, shown);
    if (views_changed) {
        Q_EMIT tabStopsChanged();
    }
}

std::unique_ptr<PieceView> TextColumn::makePiece(int part, TextPiece::Kind kind) {
    auto view = std::make_unique<PieceView>(theme_, kind, this);
    view->text()->setObjectName(object_name_);
    view->text()->setAccessibleName(spoken_name_);
    view->setMuted(muted_);
    // One stop for the Tab key per text: within it the arrow keys go on from view to view.
    view->text()->setFocusPolicy(part == 0 && kind == TextPiece::Kind::prose ? Qt::StrongFocus : Qt::ClickFocus);
    connect(view->text(), &TextView::caretLeft, this, [this, text = view->text()](bool down) { leave(text, down); });
    PieceView* const piece = view.get();
    connect(piece, &PieceView::copyWanted, this, [this, part, piece] {
        const auto shown = shown_.find(part);
        for (std::size_t i = 0; shown != shown_.end() && i < shown->second.pieces.size(); ++i) {
            if (shown->second.pieces[i].get() == piece) {
                copyPiece(part, i);
            }
        }
    });
    connect(piece, &PieceView::wrapWanted, this, [this, part](bool wrapped) { setWrapped(part, wrapped); });
    // Queued: it takes the view away that tells.
    connect(
        piece, &PieceView::unfoldWanted, this, [this, part] { unfold(part); }, Qt::QueuedConnection);
    Q_EMIT textViewMade(view->text());
    view->setVisible(true);
    return view;
}

PieceView::Rim TextColumn::rimOf(int part, TextPiece::Kind kind) const {
    if (kind != TextPiece::Kind::code || parts_.at(part).kind != TextPart::Kind::code) {
        return {};
    }
    const bool last = part + 1 == parts_.codeEnd(part) || isFolded(parts_.codeBegin(part));
    return {!parts_.at(part).goes_on, last};
}

int TextColumn::gapAbove(const TextPiece& piece, bool goes_on) const {
    if (goes_on || piece.blocks.empty()) {
        return 0;
    }
    const RichBlock& first = piece.blocks.front();
    double lines = 0.0;
    if (first.kind == BlockKind::heading) {
        lines = kHeadingGap;
    } else if (piece.kind != TextPiece::Kind::prose || first.spaced) {
        lines = kParagraphGap;
    } else if (!first.marker.isEmpty()) {
        lines = kItemGap;
    }
    return qRound(lines * QFontMetricsF(theme_->font(TextStyle::body)).height());
}

int TextColumn::layOutPart(int /*part*/, Shown& shown, int width) {
    int height = 0;
    for (std::size_t i = 0; i < shown.pieces.size(); ++i) {
        PieceView& piece = *shown.pieces[i];
        const int piece_height = piece.layOut(width);
        if (piece.size() != QSize(width, piece_height)) {
            piece.resize(width, piece_height);
        }
        height += shown.gaps[i] + piece_height;
    }
    return height;
}

void TextColumn::placePart(int part, const Shown& shown) {
    int y = heights_.top(part);
    for (std::size_t i = 0; i < shown.pieces.size(); ++i) {
        y += shown.gaps[i];
        shown.pieces[i]->move(0, y);
        y += shown.pieces[i]->height();
    }
}

/// Gives back the views of all parts outside, except where the keyboard is.
void TextColumn::releaseFar(int first, int last) {
    const QWidget* const focus = QApplication::focusWidget();
    const bool focus_here = focus != nullptr && isAncestorOf(focus);
    const auto removed = std::erase_if(shown_, [&](const auto& entry) {
        const bool far = entry.first < first || entry.first > last;
        const auto& pieces = entry.second.pieces;
        return far && !(focus_here && std::any_of(pieces.begin(), pieces.end(),
                                                  [focus](const auto& piece) { return piece->isAncestorOf(focus); }));
    });
    if (removed > 0) {
        Q_EMIT tabStopsChanged();
    }
}

bool TextColumn::isFolded(int code) const {
    return parts_.codeEnd(code) - code > 1 && !unfolded_.contains(code);
}

/// Whether a part is behind the fold of its piece of code.
bool TextColumn::isHidden(int part) const {
    return parts_.at(part).goes_on && isFolded(parts_.codeBegin(part));
}

void TextColumn::unfold(int part) {
    unfolded_.insert(parts_.codeBegin(part));
    shown_.erase(part);
    for (int i = part; i < parts_.codeEnd(part); ++i) {
        heights_.setHeight(i, guess(i));
    }
    Q_EMIT tabStopsChanged();
    Q_EMIT touched();
    Q_EMIT changed();
}

void TextColumn::setWrapped(int part, bool wrapped) {
    const int code = parts_.codeBegin(part);
    wrapped ? static_cast<void>(wrapped_.insert(code)) : static_cast<void>(wrapped_.erase(code));
    for (auto& [shown_part, shown] : shown_) {
        if (parts_.codeBegin(shown_part) == code) {
            fill(shown_part, shown);
        }
    }
    Q_EMIT touched();
    Q_EMIT changed();
}

void TextColumn::copyPiece(int part, std::size_t piece) const {
    if (parts_.at(part).kind == TextPart::Kind::code) {
        QApplication::clipboard()->setText(parts_.code(part));
        return;
    }
    const std::vector<TextPiece> pieces = piecesAt(part);
    if (piece < pieces.size()) {
        QApplication::clipboard()->setText(plainText(pieces[piece]));
    }
}

void TextColumn::guessAll() {
    std::vector<int> guesses;
    for (int part = 0; part < parts_.count(); ++part) {
        guesses.push_back(guess(part));
    }
    heights_.assign(std::move(guesses));
}

/// Lines that begin anew, however long they are. Those of a paragraph of prose flow into one another.
qsizetype TextColumn::ownLines(const TextPart& part) {
    if (part.kind != TextPart::Kind::prose) {
        return part.lines;
    }
    return std::accumulate(part.chunks.begin(), part.chunks.end(), qsizetype{0},
                           [](qsizetype lines, const MarkdownChunk& chunk) {
                               return lines + 1 + (chunk.text.startsWith(u'|') ? chunk.text.count(u'\n') : 0);
                           });
}

int TextColumn::guess(int part) const {
    const TextPart& source = parts_.at(part);
    const QFontMetrics letters(theme_->font(TextStyle::body));
    const int line = qRound(letters.lineSpacing() * metrics::kLineHeight);
    if (source.kind == TextPart::Kind::code) {
        if (isHidden(part)) {
            return 0;
        }
        const bool folded = isFolded(parts_.codeBegin(part));
        const auto lines = static_cast<int>(source.chunks.size());
        return (folded ? std::min(lines, kFoldedLines) : lines) * line + (source.goes_on ? 0 : 2 * line);
    }
    const int width = std::max(width_, letters.averageCharWidth());
    const qsizetype wrapped = source.characters * letters.averageCharWidth() / width;
    return static_cast<int>(wrapped + ownLines(source) + 1) * line;
}

QList<QWidget*> TextColumn::tabStops() const {
    QList<QWidget*> stops;
    for (const auto& [part, shown] : shown_) {
        for (const auto& piece : shown.pieces) {
            stops.append(piece->tabStops());
        }
    }
    return stops;
}

}  // namespace strata::ui
