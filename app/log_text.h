#pragma once

#include <QString>
#include <QStringList>

namespace strata::app {

/// Makes lines fit for a log: nothing in them says what the person wrote, what their files are called or what their
/// keys are. Paths in the program's data folder stay readable below it; of others the user's folder and the ending
/// remain. A value; any thread may use a copy.
class LogText {
public:
    static constexpr qsizetype kLongestLine = 2'000;  ///< characters

    LogText() = default;
    /// home: the user's folder, data: the program's; empty ones hide nothing.
    LogText(const QString& home, const QString& data);

    /// One line, without control characters.
    QString clean(const QString& text) const;

private:
    QStringList homes_;  ///< as it is written with either kind of slash
    QStringList datas_;
};

}  // namespace strata::app
