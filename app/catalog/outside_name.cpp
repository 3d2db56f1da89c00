#include "app/catalog/outside_name.h"

#include <algorithm>

#include <QStringList>

namespace strata::app {
namespace {

constexpr qsizetype kLongestName = 120;  // bytes of UTF-8
constexpr qsizetype kDeepestPath = 8;

/// Names that Windows takes for devices, whatever comes behind a dot.
bool isDeviceName(const QString& name) {
    static const QStringList kDevices = {"CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$", "CLOCK$"};
    const QString stem = name.section(QLatin1Char('.'), 0, 0).trimmed().toUpper();
    if (kDevices.contains(stem)) {
        return true;
    }
    // COM0 … COM9 and LPT0 … LPT9, with the superscript digits that Windows takes as well.
    static const QString kDigits = QString::fromUtf8("0123456789¹²³");
    return stem.size() == 4 && (stem.startsWith(QLatin1String("COM")) || stem.startsWith(QLatin1String("LPT"))) &&
           kDigits.contains(stem.back());
}

bool isReserved(QChar letter) {
    return letter.unicode() < 0x20 || letter.unicode() == 0x7f || QStringLiteral("/\\:*?\"<>|").contains(letter);
}

}  // namespace

bool isSafeName(const QString& name) {
    return !name.isEmpty() && name.toUtf8().size() <= kLongestName && name != QLatin1String(".") &&
           name != QLatin1String("..") && !name.endsWith(QLatin1Char('.')) && !name.endsWith(QLatin1Char(' ')) &&
           std::none_of(name.begin(), name.end(), isReserved) && !isDeviceName(name);
}

bool isSafePath(const QString& path) {
    const QStringList parts = path.split(QLatin1Char('/'));
    return parts.size() <= kDeepestPath && std::all_of(parts.begin(), parts.end(), isSafeName);
}

}  // namespace strata::app
