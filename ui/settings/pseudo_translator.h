#pragma once

#include <QTranslator>

namespace strata::ui {

/// Speaks a language that does not exist, from right to left: every text is accented, 40 % longer and between brackets.
/// What is cut off, lies on the wrong side or was never given to be translated, shows.
class PseudoTranslator : public QTranslator {
public:
    using QTranslator::QTranslator;

    bool isEmpty() const override { return false; }
    QString translate(const char* context, const char* source, const char* comment, int n) const override;

    static QString of(const QString& source);
};

}  // namespace strata::ui
