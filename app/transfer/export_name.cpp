#include "app/transfer/export_name.h"

#include "app/catalog/outside_name.h"

namespace strata::app {
namespace {

constexpr qsizetype kLongestName = 60;  ///< characters; room for a number and an ending
constexpr qsizetype kMostBytes = 100;

}  // namespace

QString exportName(const QString& title) {
    QString name;
    for (const QChar letter : title) {
        const bool taken =
            (letter.isPrint() || letter.isSurrogate()) && !QStringLiteral("/\\:*?\"<>|").contains(letter);
        name.append(taken ? letter : QChar(u' '));
    }
    name = name.simplified().left(kLongestName).trimmed();
    while (name.endsWith(u'.') || name.endsWith(u' ')) {
        name.chop(1);
    }
    while (!name.isEmpty() && (name.back().isHighSurrogate() || name.toUtf8().size() > kMostBytes)) {
        name.chop(1);  // half a letter is none
    }
    return isSafeName(name) ? name : QString();
}

}  // namespace strata::app
