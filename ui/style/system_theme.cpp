#include "ui/style/system_theme.h"

#ifdef _WIN32
#include <windows.h>

#include <QSettings>
#else
#include <QGuiApplication>
#include <QPalette>
#endif

namespace strata::ui {

#ifdef _WIN32

namespace {

QColor systemColor(int index) {
    const COLORREF color = GetSysColor(index);
    return QColor(GetRValue(color), GetGValue(color), GetBValue(color));
}

std::optional<SystemContrast> systemContrast() {
    HIGHCONTRASTW contrast{};
    contrast.cbSize = sizeof contrast;
    if (SystemParametersInfoW(SPI_GETHIGHCONTRAST, sizeof contrast, &contrast, 0) == 0 ||
        (contrast.dwFlags & HCF_HIGHCONTRASTON) == 0) {
        return std::nullopt;
    }
    return SystemContrast{systemColor(COLOR_WINDOW), systemColor(COLOR_WINDOWTEXT), systemColor(COLOR_HIGHLIGHT),
                          systemColor(COLOR_HIGHLIGHTTEXT), systemColor(COLOR_HOTLIGHT)};
}

bool systemReducesMotion() {
    BOOL animated = TRUE;
    return SystemParametersInfoW(SPI_GETCLIENTAREAANIMATION, 0, &animated, 0) != 0 && animated == FALSE;
}

}  // namespace

SystemLook systemLook() {
    const QSettings personalize(
        QStringLiteral("HKEY_CURRENT_USER\\Software\\Microsoft\\Windows\\CurrentVersion\\Themes\\Personalize"),
        QSettings::NativeFormat);
    const bool dark = personalize.value(QStringLiteral("AppsUseLightTheme"), 1).toInt() == 0;
    return {dark, systemContrast(), systemReducesMotion()};
}

#else

SystemLook systemLook() {
    const QPalette palette = QGuiApplication::palette();
    const bool dark = palette.color(QPalette::Window).lightness() < palette.color(QPalette::WindowText).lightness();
    return {dark, std::nullopt, false};
}

#endif

}  // namespace strata::ui
