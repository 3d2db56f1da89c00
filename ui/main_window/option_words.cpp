#include "ui/main_window/option_words.h"

#include <cstdio>

#include <QCommandLineParser>

namespace strata::ui {

QString refusedOption(const QCommandLineParser& parser, const QString& option, const QString& allowed) {
    return QStringLiteral("--%1: “%2” cannot be used; allowed is %3.\n").arg(option, parser.value(option), allowed);
}

QString readNumber(const QCommandLineParser& parser, const QString& option, int least, int most, int& value) {
    if (!parser.isSet(option)) {
        return {};
    }
    bool is_number = false;
    const int number = parser.value(option).toInt(&is_number);
    if (!is_number || number < least || number > most) {
        return refusedOption(parser, option, QStringLiteral("a whole number from %1 to %2").arg(least).arg(most));
    }
    value = number;
    return {};
}

void refuseOptions(const QString& wrong) {
    std::fprintf(stderr, "%sTry --help.\n", qPrintable(wrong));
}

}  // namespace strata::ui
