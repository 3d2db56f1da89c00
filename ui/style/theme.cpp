#include "ui/style/theme.h"

#include <algorithm>
#include <array>

#include <QFontDatabase>
#include <QFontMetrics>
#include <QGuiApplication>

#include "ui/style/metrics.h"
#include "ui/style/system_theme.h"

namespace strata::ui {
namespace {

struct RoleColors {
    ColorRole role;
    QRgb light;
    QRgb dark;
};

/// One row per role, in the order of the enumeration.
constexpr std::array kColors{
    RoleColors{ColorRole::window, 0xFFF6F7F7, 0xFF141819},
    RoleColors{ColorRole::surface, 0xFFFFFFFF, 0xFF1C2122},
    RoleColors{ColorRole::border, 0xFFDCE0E0, 0xFF31393A},
    RoleColors{ColorRole::control_border, 0xFF838D8D, 0xFF717D7E},
    RoleColors{ColorRole::text, 0xFF1A2021, 0xFFE4E9E9},
    RoleColors{ColorRole::muted_text, 0xFF566062, 0xFF9EAAAB},
    RoleColors{ColorRole::link, 0xFF1B5FA8, 0xFF82B7F2},
    RoleColors{ColorRole::accent, 0xFF0B6E66, 0xFF56CBBE},
    RoleColors{ColorRole::accent_hover, 0xFF095A54, 0xFF74D8CC},
    RoleColors{ColorRole::on_accent, 0xFFFFFFFF, 0xFF06201E},
    RoleColors{ColorRole::own_message, 0xFFDFEEEC, 0xFF203432},
    RoleColors{ColorRole::code, 0xFFECEFEF, 0xFF20272A},
    RoleColors{ColorRole::hover, 0xFFE8ECEC, 0xFF273031},
    RoleColors{ColorRole::badge, 0xFFFBEFD5, 0xFF3A3017},
    RoleColors{ColorRole::on_badge, 0xFF6B4700, 0xFFF0CC7A},
    RoleColors{ColorRole::error, 0xFFFCEBEA, 0xFF372120},
    RoleColors{ColorRole::error_border, 0xFFEBB9B5, 0xFF6E3A37},
    RoleColors{ColorRole::on_error, 0xFF8E1B14, 0xFFFFB3AC},
    RoleColors{ColorRole::focus_ring, 0xFF0B6E66, 0xFF56CBBE},
    RoleColors{ColorRole::selection, 0xFFB5DEDA, 0xFF2C5C58},
    RoleColors{ColorRole::on_selection, 0xFF1A2021, 0xFFF2F6F6},
};

constexpr bool inOrder() {
    for (std::size_t i = 0; i < kColors.size(); ++i) {
        if (static_cast<std::size_t>(kColors[i].role) != i) {
            return false;
        }
    }
    return true;
}
static_assert(inOrder(), "a row of the colour table is missing or out of place");

constexpr double kSmallestBodyPoints = 10.0;
constexpr double kSmallScale = 0.88;
constexpr double kTitleScale = 1.5;

double scaleOf(TextStyle style) {
    switch (style) {
        case TextStyle::small:
            return kSmallScale;
        case TextStyle::title:
            return kTitleScale;
        case TextStyle::body:
        case TextStyle::strong:
        case TextStyle::code:
            break;
    }
    return 1.0;
}

ThemeKind kindFor(ThemeChoice choice) {
    switch (choice) {
        case ThemeChoice::light:
            return ThemeKind::light;
        case ThemeChoice::dark:
            return ThemeKind::dark;
        case ThemeChoice::system:
            break;
    }
    return systemPrefersDark() ? ThemeKind::dark : ThemeKind::light;
}

}  // namespace

Theme::Theme(ThemeChoice choice, QObject* parent)
    : QObject(parent), choice_(choice), system_font_(QGuiApplication::font()), kind_(kindFor(choice)) {}

QColor Theme::color(ThemeKind kind, ColorRole role) {
    const RoleColors& row = kColors[static_cast<std::size_t>(role)];
    return QColor::fromRgba(kind == ThemeKind::dark ? row.dark : row.light);
}

QPalette Theme::palette() const {
    QPalette palette;
    const auto set = [&](QPalette::ColorRole qt_role, ColorRole role) { palette.setColor(qt_role, color(role)); };
    set(QPalette::Window, ColorRole::window);
    set(QPalette::WindowText, ColorRole::text);
    set(QPalette::Base, ColorRole::surface);
    set(QPalette::AlternateBase, ColorRole::code);
    set(QPalette::Text, ColorRole::text);
    set(QPalette::PlaceholderText, ColorRole::muted_text);
    set(QPalette::Button, ColorRole::surface);
    set(QPalette::ButtonText, ColorRole::text);
    set(QPalette::BrightText, ColorRole::on_error);
    set(QPalette::Highlight, ColorRole::selection);
    set(QPalette::HighlightedText, ColorRole::on_selection);
    set(QPalette::Link, ColorRole::link);
    set(QPalette::LinkVisited, ColorRole::link);
    set(QPalette::ToolTipBase, ColorRole::surface);
    set(QPalette::ToolTipText, ColorRole::text);
    set(QPalette::Light, ColorRole::surface);
    set(QPalette::Midlight, ColorRole::hover);
    set(QPalette::Mid, ColorRole::border);
    set(QPalette::Dark, ColorRole::control_border);
    for (const QPalette::ColorRole role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText}) {
        palette.setColor(QPalette::Disabled, role, color(ColorRole::muted_text));
    }
    return palette;
}

QFont Theme::font(TextStyle style) const {
    QFont font = style == TextStyle::code ? QFontDatabase::systemFont(QFontDatabase::FixedFont) : system_font_;
    // A system font that is set in pixels has no point size.
    const double body_points = std::max(system_font_.pointSizeF(), kSmallestBodyPoints);
    font.setPointSizeF(body_points * scaleOf(style) * zoom_percent_ / 100.0);
    if (style == TextStyle::strong || style == TextStyle::title) {
        font.setWeight(QFont::DemiBold);
    }
    return font;
}

int Theme::columnWidth() const {
    return metrics::kLineCharacters * QFontMetrics(font(TextStyle::body)).averageCharWidth();
}

void Theme::setZoomPercent(int percent) {
    const int zoom = std::clamp(percent, kSmallestZoom, kLargestZoom);
    if (zoom != zoom_percent_) {
        zoom_percent_ = zoom;
        Q_EMIT changed();
    }
}

void Theme::followSystem() {
    const ThemeKind kind = kindFor(choice_);
    if (kind != kind_) {
        kind_ = kind;
        Q_EMIT changed();
    }
}

}  // namespace strata::ui
