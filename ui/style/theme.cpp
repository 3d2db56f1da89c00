#include "ui/style/theme.h"

#include <algorithm>
#include <array>

#include <QFontDatabase>
#include <QFontMetrics>
#include <QGuiApplication>

#include "ui/style/metrics.h"

namespace strata::ui {
namespace {

struct RoleColors {
    ColorRole role;
    QRgb light;
    QRgb dark;
    QRgb high_contrast;
};

/// One row per role, in the order of the enumeration.
constexpr std::array kColors{
    RoleColors{ColorRole::window, 0xFFF6F7F7, 0xFF141819, 0xFF000000},
    RoleColors{ColorRole::surface, 0xFFFFFFFF, 0xFF1C2122, 0xFF000000},
    RoleColors{ColorRole::border, 0xFFDCE0E0, 0xFF31393A, 0xFFFFFFFF},
    RoleColors{ColorRole::control_border, 0xFF838D8D, 0xFF717D7E, 0xFFFFFFFF},
    RoleColors{ColorRole::text, 0xFF1A2021, 0xFFE4E9E9, 0xFFFFFFFF},
    RoleColors{ColorRole::muted_text, 0xFF566062, 0xFF9EAAAB, 0xFFE6E6E6},
    RoleColors{ColorRole::link, 0xFF1B5FA8, 0xFF82B7F2, 0xFF8AD4FF},
    RoleColors{ColorRole::accent, 0xFF0B6E66, 0xFF56CBBE, 0xFFFFD700},
    RoleColors{ColorRole::accent_hover, 0xFF095A54, 0xFF74D8CC, 0xFFFFEB80},
    RoleColors{ColorRole::on_accent, 0xFFFFFFFF, 0xFF06201E, 0xFF000000},
    RoleColors{ColorRole::own_message, 0xFFDFEEEC, 0xFF203432, 0xFF2A2A2A},
    RoleColors{ColorRole::code, 0xFFECEFEF, 0xFF20272A, 0xFF1F1F1F},
    RoleColors{ColorRole::hover, 0xFFE8ECEC, 0xFF273031, 0xFF333333},
    RoleColors{ColorRole::badge, 0xFFFBEFD5, 0xFF3A3017, 0xFF332B00},
    RoleColors{ColorRole::on_badge, 0xFF6B4700, 0xFFF0CC7A, 0xFFFFE880},
    RoleColors{ColorRole::error, 0xFFFCEBEA, 0xFF372120, 0xFF3A0000},
    RoleColors{ColorRole::error_border, 0xFFEBB9B5, 0xFF6E3A37, 0xFFFF8A80},
    RoleColors{ColorRole::on_error, 0xFF8E1B14, 0xFFFFB3AC, 0xFFFFB9B3},
    RoleColors{ColorRole::focus_ring, 0xFF0B6E66, 0xFF56CBBE, 0xFFFFD700},
    RoleColors{ColorRole::selection, 0xFFB5DEDA, 0xFF2C5C58, 0xFFFFD700},
    RoleColors{ColorRole::on_selection, 0xFF1A2021, 0xFFF2F6F6, 0xFF000000},
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
        case TextStyle::chat:
            break;
    }
    return 1.0;
}

/// A role in the few colours that a system in high contrast has.
QColor inContrast(const SystemContrast& system, ColorRole role) {
    switch (role) {
        case ColorRole::window:
        case ColorRole::surface:
        case ColorRole::own_message:
        case ColorRole::code:
        case ColorRole::hover:
        case ColorRole::badge:
        case ColorRole::error:
            return system.window;
        case ColorRole::border:
        case ColorRole::control_border:
        case ColorRole::text:
        case ColorRole::muted_text:
        case ColorRole::on_badge:
        case ColorRole::error_border:
        case ColorRole::on_error:
        case ColorRole::focus_ring:
            return system.text;
        case ColorRole::link:
            return system.link;
        case ColorRole::accent:
        case ColorRole::accent_hover:
        case ColorRole::selection:
            return system.highlight;
        case ColorRole::on_accent:
        case ColorRole::on_selection:
            return system.on_highlight;
    }
    return system.text;
}

}  // namespace

Theme::Theme(ThemeChoice choice, QObject* parent)
    : QObject(parent), choice_(choice), system_font_(QGuiApplication::font()), system_(systemLook()) {
    kind_ = kindWanted();
}

ThemeKind Theme::kindWanted() const {
    switch (choice_) {
        case ThemeChoice::light:
            return ThemeKind::light;
        case ThemeChoice::dark:
            return ThemeKind::dark;
        case ThemeChoice::high_contrast:
            return ThemeKind::high_contrast;
        case ThemeChoice::system:
            break;
    }
    if (system_.contrast) {
        return ThemeKind::high_contrast;
    }
    return system_.dark ? ThemeKind::dark : ThemeKind::light;
}

QColor Theme::color(ThemeKind kind, ColorRole role) {
    const RoleColors& row = kColors[static_cast<std::size_t>(role)];
    switch (kind) {
        case ThemeKind::light:
            break;
        case ThemeKind::dark:
            return QColor::fromRgba(row.dark);
        case ThemeKind::high_contrast:
            return QColor::fromRgba(row.high_contrast);
    }
    return QColor::fromRgba(row.light);
}

QColor Theme::color(ColorRole role) const {
    return kind_ == ThemeKind::high_contrast && system_.contrast ? inContrast(*system_.contrast, role)
                                                                 : color(kind_, role);
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
    set(QPalette::Shadow, ColorRole::focus_ring);  // ours: Fusion paints no shadows with it
    for (const QPalette::ColorRole role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText}) {
        palette.setColor(QPalette::Disabled, role, color(ColorRole::muted_text));
    }
    return palette;
}

QFont Theme::font(TextStyle style) const {
    QFont font = style == TextStyle::code ? QFontDatabase::systemFont(QFontDatabase::FixedFont) : system_font_;
    const QString& family = style == TextStyle::code ? code_family_ : chat_family_;
    if (!family.isEmpty() && (style == TextStyle::code || style == TextStyle::chat)) {
        font.setFamily(family);
    }
    // A system font that is set in pixels has no point size.
    const double body_points = std::max(system_font_.pointSizeF(), kSmallestBodyPoints);
    font.setPointSizeF(body_points * scaleOf(style) * zoom_percent_ / 100.0);
    if (style == TextStyle::strong || style == TextStyle::title) {
        font.setWeight(QFont::DemiBold);
    }
    return font;
}

int Theme::columnWidth() const {
    return metrics::kLineCharacters * QFontMetrics(font(TextStyle::chat)).averageCharWidth();
}

template <class Value>
void Theme::take(Value& present, const Value& value) {
    if (present != value) {
        present = value;
        kind_ = kindWanted();
        Q_EMIT changed();
    }
}

void Theme::setZoomPercent(int percent) {
    take(zoom_percent_, std::clamp(percent, kSmallestZoom, kLargestZoom));
}

void Theme::setChoice(ThemeChoice choice) {
    take(choice_, choice);
}

void Theme::setFamilies(const QString& chat, const QString& code) {
    if (chat != chat_family_) {
        code_family_ = code;  // one change, told once
        take(chat_family_, chat);
    } else {
        take(code_family_, code);
    }
}

void Theme::setReduceMotion(bool reduce) {
    take(reduce_motion_, reduce);
}

void Theme::followSystem(const SystemLook& look) {
    take(system_, look);
}

}  // namespace strata::ui
