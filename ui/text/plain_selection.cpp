#include "ui/text/plain_selection.h"

#include <algorithm>

#include <QTextBlock>
#include <QTextCursor>
#include <QTextDocument>
#include <QTextTable>

#include "ui/text/document_writer.h"

namespace strata::ui {
namespace {

/// What stands between this block and the one before it.
QString separatorBefore(const QTextBlock& block) {
    if (block.blockFormat().boolProperty(block_property::kJoined)) {
        return QString();
    }
    if (auto* const table = qobject_cast<QTextTable*>(block.document()->frameAt(block.position()))) {
        return table->cellAt(block.position()).column() > 0 ? QStringLiteral("\t") : QStringLiteral("\n");
    }
    return QStringLiteral("\n");
}

/// Empty blocks around tables are part of the layout, not of the text.
bool isUnseen(const QTextBlock& block) {
    return block.text().isEmpty() && block.blockFormat().lineHeightType() == QTextBlockFormat::FixedHeight;
}

}  // namespace

QString plainSelection(const QTextCursor& selection) {
    const int begin = selection.selectionStart();
    const int end = selection.selectionEnd();
    QString text;
    bool first = true;
    const QTextDocument* const document = selection.document();
    for (QTextBlock block = document->findBlock(begin); block.isValid() && block.position() <= end;
         block = block.next()) {
        if (isUnseen(block)) {
            continue;
        }
        if (!first) {
            text += separatorBefore(block);
        }
        first = false;
        const int from = std::max(begin - block.position(), 0);
        const QString marker = block.blockFormat().stringProperty(block_property::kMarker);
        if (from == 0 && !marker.isEmpty()) {
            text += marker + u' ';
        }
        text += QStringView(block.text()).mid(from, end - block.position() - from);
    }
    text.replace(QChar::LineSeparator, u'\n');
    return text;
}

}  // namespace strata::ui
