#include "app/autostart.h"

#include <utility>

#include <QDir>
#include <QFile>
#include <QSettings>
#include <QStandardPaths>

#include "app/whole_file.h"

namespace strata::app {

#ifdef _WIN32

namespace {

const QString kRunKey = QStringLiteral("HKEY_CURRENT_USER\\Software\\Microsoft\\Windows\\CurrentVersion\\Run");

}  // namespace

Autostart::Autostart(QString program, QString folder)
    : program_(std::move(program)), folder_(folder.isEmpty() ? kRunKey : std::move(folder)) {}

/// Name of the value in the key.
QString Autostart::entry() const {
    return QStringLiteral("StrataDesktop");
}

bool Autostart::isOn() const {
    return QSettings(folder_, QSettings::NativeFormat).contains(entry());
}

Result<void> Autostart::set(bool on) {
    QSettings key(folder_, QSettings::NativeFormat);
    if (on) {
        key.setValue(entry(), QStringLiteral("\"%1\" %2").arg(QDir::toNativeSeparators(program_), startArgument()));
    } else {
        key.remove(entry());
    }
    key.sync();
    if (key.status() != QSettings::NoError) {
        return tl::unexpected(Error{ErrorCode::io_error, "Windows refused to change what starts at login"});
    }
    return {};
}

#else

namespace {

/// As the desktop entry specification quotes an argument of Exec.
QString quoted(const QString& argument) {
    QString text;
    for (const QChar letter : argument) {
        if (QStringLiteral("\"`$\\").contains(letter)) {
            text += u'\\';
        }
        text += letter;
        if (letter == u'%') {
            text += u'%';
        }
    }
    // The file's own escapes come on top of Exec's.
    return u'"' + text.replace(u'\\', QStringLiteral("\\\\")) + u'"';
}

}  // namespace

Autostart::Autostart(QString program, QString folder)
    : program_(std::move(program)),
      folder_(folder.isEmpty()
                  ? QDir(QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation)).filePath("autostart")
                  : std::move(folder)) {}

QString Autostart::entry() const {
    return QDir(folder_).filePath(QStringLiteral("strata-desktop.desktop"));
}

bool Autostart::isOn() const {
    return QFile::exists(entry());
}

Result<void> Autostart::set(bool on) {
    if (on) {
        const QString text = QStringLiteral(
                                 "[Desktop Entry]\nType=Application\nName=Strata Desktop\nExec=%1 %2\n"
                                 "Terminal=false\nX-GNOME-Autostart-enabled=true\n")
                                 .arg(quoted(program_), startArgument());
        return writeWholeFile(entry(), text.toUtf8());
    }
    if (isOn() && !QFile::remove(entry())) {
        return tl::unexpected(Error{ErrorCode::io_error, "the entry that starts the program could not be removed"});
    }
    return {};
}

#endif

}  // namespace strata::app
