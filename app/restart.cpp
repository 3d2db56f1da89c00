#include "app/restart.h"

#include <QCoreApplication>
#include <QDir>
#include <QProcess>

namespace strata::app {

bool restartProgram(const QStringList& arguments) {
    return QProcess::startDetached(QCoreApplication::applicationFilePath(), arguments, QDir::currentPath());
}

}  // namespace strata::app
