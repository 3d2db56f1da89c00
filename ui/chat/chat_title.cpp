#include "ui/chat/chat_title.h"

#include <QTextBoundaryFinder>

namespace strata::ui {
namespace {

constexpr qsizetype kLongest = 60;
constexpr qsizetype kShortestCut = 30;  ///< a word may be cut rather than a title be shorter than this

/// The last boundary of that kind at or before `from`.
qsizetype boundaryBefore(const QString& text, qsizetype from, QTextBoundaryFinder::BoundaryType type) {
    QTextBoundaryFinder finder(type, text);
    finder.setPosition(from);
    return finder.isAtBoundary() ? from : finder.toPreviousBoundary();
}

}  // namespace

QString titleOf(const QString& first_message) {
    // Only the beginning counts; a pasted book need not be simplified as a whole.
    const QString text = first_message.trimmed().left(kLongest * 4).simplified();
    if (text.size() <= kLongest) {
        return text;
    }
    qsizetype end = boundaryBefore(text, kLongest, QTextBoundaryFinder::Word);
    if (end < kShortestCut) {
        end = boundaryBefore(text, kLongest, QTextBoundaryFinder::Grapheme);
    }
    return text.left(end).trimmed() + u'…';
}

}  // namespace strata::ui
