#pragma once

#include <QColor>
#include <QFont>
#include <QObject>
#include <QPalette>
#include <QString>

#include "ui/style/system_theme.h"

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
enum class TextStyle {
    body,
    strong,
    small,
    title,
    code,
    chat,  ///< what is written and answered
};

enum class ThemeKind { light, dark, high_contrast };

/// Which theme the person wants.
enum class ThemeChoice { system, light, dark, high_contrast };

/// Colours and fonts of the program, all themes from one table of roles; in high contrast the system's own colours
/// where it has such. Widgets keep a pointer to it, ask it and restyle themselves on `changed`.
class Theme : public QObject {
    Q_OBJECT

public:
    static constexpr int kSmallestZoom = 80;  ///< per cent
    static constexpr int kLargestZoom = 200;

    explicit Theme(ThemeChoice choice, QObject* parent = nullptr);

    ThemeKind kind() const { return kind_; }
    QColor color(ColorRole role) const;
    /// As the table has it.
    static QColor color(ThemeKind kind, ColorRole role);
    /// The same colours for what Qt paints by itself.
    QPalette palette() const;
    /// At 100 % the system's font, at least 10 pt.
    QFont font(TextStyle style) const;
    /// False: things appear and move at once, and nothing blinks.
    bool allowsMotion() const { return !reduce_motion_ && !system_.reduces_motion; }

    /// Width of the column that chat and composer share: as many characters as are good to read in a line.
    int columnWidth() const;

    int zoomPercent() const { return zoom_percent_; }
    /// Kept within the smallest and the largest zoom.
    void setZoomPercent(int percent);

    void setChoice(ThemeChoice choice);
    /// Families; an empty one stands for the system's.
    void setFamilies(const QString& chat, const QString& code);
    void setReduceMotion(bool reduce);

    /// Looks again at what the system prefers.
    void followSystem() { followSystem(systemLook()); }
    void followSystem(const SystemLook& look);

Q_SIGNALS:
    void changed();

private:
    /// Takes over a value; says so if it is another one.
    template <class Value>
    void take(Value& present, const Value& value);
    ThemeKind kindWanted() const;

    ThemeChoice choice_;
    const QFont system_font_;
    SystemLook system_;
    QString chat_family_, code_family_;
    ThemeKind kind_ = ThemeKind::light;
    int zoom_percent_ = 100;
    bool reduce_motion_ = false;
};

}  // namespace strata::ui
