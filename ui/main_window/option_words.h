#pragma once

#include <QString>

class QCommandLineParser;

namespace strata::ui {

constexpr int kMostTokens = 1 << 30;
constexpr int kMostThreads = 1'024;

/// What is wrong with the value of an option, with what may stand there, as a line for the error output.
QString refusedOption(const QCommandLineParser& parser, const QString& option, const QString& allowed);

/// A whole number of least … most; an absent option leaves `value` as it is. Gives what is wrong; empty: nothing.
QString readNumber(const QCommandLineParser& parser, const QString& option, int least, int most, int& value);

/// Says on the error output what is wrong with a command line, and where the right ones stand.
void refuseOptions(const QString& wrong);

}  // namespace strata::ui
