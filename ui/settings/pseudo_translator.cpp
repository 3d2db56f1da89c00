#include "ui/settings/pseudo_translator.h"

#include <algorithm>

#include <QLatin1String>
#include <QString>

namespace strata::ui {

QString PseudoTranslator::translate(const char* /*context*/, const char* source, const char* /*comment*/,
                                    int /*n*/) const {
    // Qt asks each language in these words whether it runs from right to left.
    if (QLatin1String(source) == QLatin1String("QT_LAYOUT_DIRECTION")) {
        return QStringLiteral("RTL");
    }
    return of(QString::fromUtf8(source));
}

QString PseudoTranslator::of(const QString& source) {
    // Signs between numbers have no words to translate, and the patterns of a file dialog are no text.
    const bool has_words = std::any_of(source.begin(), source.end(), [](QChar sign) { return sign.isLower(); });
    if (!has_words || source.contains(QLatin1String("(*"))) {
        return source;
    }
    static const QString plain = QStringLiteral("aeiouAEIOUcnsy");
    static const QString accented = QStringLiteral("àéîõüÀÉÎÕÜçñšý");
    QString text = QStringLiteral("\u200F[");  // it is read from the right, as its mark says
    for (qsizetype i = 0; i < source.size(); ++i) {
        const bool placeholder = i > 0 && (source[i - 1] == u'%' || source[i - 1] == u'&');
        const qsizetype at = placeholder ? -1 : plain.indexOf(source[i]);
        text += at < 0 ? source[i] : accented[at];
    }
    return text + QString(source.size() * 4 / 10, u'·') + u']';
}

}  // namespace strata::ui
