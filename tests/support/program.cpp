#include "support/program.h"

#include <QJsonDocument>
#include <QProcess>

namespace strata::testing {

QJsonObject Ran::json() const { return QJsonDocument::fromJson(out).object(); }

Ran run_program(const QString& program, const QStringList& words, const QByteArray& input) {
    constexpr int kLongestMilliseconds = 600'000;
    QProcess process;
    process.start(program, words);
    process.write(input);
    process.closeWriteChannel();
    Ran ran;
    if (process.waitForFinished(kLongestMilliseconds) && process.exitStatus() == QProcess::NormalExit) {
        ran.code = process.exitCode();
    }
    ran.out = process.readAllStandardOutput();
    ran.err = process.readAllStandardError();
    return ran;
}

}  // namespace strata::testing
