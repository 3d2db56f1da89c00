#pragma once

#include <QColor>
#include <QFont>
#include <QObject>
#include <QPalette>

namespace strata::ui {

/// What a colour is for. Widgets name the purpose; the theme knows the colour.
enum class ColorRole {
    window,          ///< behind everything
    surface,         ///< raised parts: header, composer
    border,          ///< hairlines between parts
    control_border,  ///< edge of what can be typed into or pressed, 3:1 against its surroundings
    text,
    muted_text,  ///< what is read second: times, hints
    link,
    accent,  ///< the one colour of the program
    accent_hover,
    on_accent,    ///< text and icons on accent
    own_message,  ///< behind what the person wrote
    code,         ///< behind code
    hover,        ///< under the pointer
    badge,
    on_badge,
    error,  ///< behind an error text
    error_border,
    on_error,
    focus_ring,  ///< 3:1 against window and surface
    selection,
    on_selection,
};

/// What a piece of text is for.
enum class TextStyle { body, strong, small, title, code };

enum class ThemeKind { light, dark };

/// Which theme the person wants.
enum class ThemeChoice { system, light, dark };

/// Colours and fonts of the program, light and dark from one table of roles. Widgets keep a pointer to it, ask it and
/// restyle themselves on `changed`.
class Theme : public QObject {
    Q_OBJECT

public:
    static constexpr int kSmallestZoom = 80;  ///< per cent
    static constexpr int kLargestZoom = 200;

    explicit Theme(ThemeChoice choice, QObject* parent = nullptr);

    ThemeKind kind() const { return kind_; }
    QColor color(ColorRole role) const { return color(kind_, role); }
    static QColor color(ThemeKind kind, ColorRole role);
    /// The same colours for what Qt paints by itself.
    QPalette palette() const;
    /// At 100 % the system's font, at least 10 pt.
    QFont font(TextStyle style) const;

    /// Width of the column that chat and composer share: as many characters as are good to read in a line.
    int columnWidth() const;

    int zoomPercent() const { return zoom_percent_; }
    /// Kept within the smallest and the largest zoom.
    void setZoomPercent(int percent);

    /// Looks again at what the system prefers, if the person left the choice to it.
    void followSystem();

Q_SIGNALS:
    void changed();

private:
    const ThemeChoice choice_;
    const QFont system_font_;
    ThemeKind kind_ = ThemeKind::light;
    int zoom_percent_ = 100;
};

}  // namespace strata::ui
