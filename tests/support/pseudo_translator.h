#pragma once

#include <QString>
#include <QTranslator>

namespace strata::testing {

/// Speaks a language that does not exist: every text is accented and 40 % longer, between brackets. What is cut off, or
/// was never given to be translated, shows.
class PseudoTranslator : public QTranslator {
public:
    using QTranslator::QTranslator;

    bool isEmpty() const override { return false; }
    QString translate(const char* /*context*/, const char* source, const char* /*comment*/, int /*n*/) const override {
        return of(QString::fromUtf8(source));
    }

    static QString of(const QString& source) {
        static const QString plain = QStringLiteral("aeiouAEIOUcnsy");
        static const QString accented = QStringLiteral("àéîõüÀÉÎÕÜçñšý");
        QString text = QStringLiteral("\u200F[");  // it is read from the right, as its mark says
        for (qsizetype i = 0; i < source.size(); ++i) {
            const bool placeholder = i > 0 && source[i - 1] == u'%';
            const qsizetype at = placeholder ? -1 : plain.indexOf(source[i]);
            text += at < 0 ? source[i] : accented[at];
        }
        return text + QString(source.size() * 4 / 10, u'·') + u']';
    }
};

}  // namespace strata::testing
