#include "ui/style/system_theme.h"

#include <QGuiApplication>
#include <QPalette>
#ifdef Q_OS_WIN
#include <QSettings>
#endif

namespace strata::ui {

bool systemPrefersDark() {
#ifdef Q_OS_WIN
    const QSettings personalize(
        QStringLiteral("HKEY_CURRENT_USER\\Software\\Microsoft\\Windows\\CurrentVersion\\Themes\\Personalize"),
        QSettings::NativeFormat);
    return personalize.value(QStringLiteral("AppsUseLightTheme"), 1).toInt() == 0;
#else
    const QPalette palette = QGuiApplication::palette();
    return palette.color(QPalette::Window).lightness() < palette.color(QPalette::WindowText).lightness();
#endif
}

}  // namespace strata::ui
