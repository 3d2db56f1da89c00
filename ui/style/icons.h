#pragma once

#include <optional>

#include <QColor>
#include <QIcon>
#include <QRectF>

class QPainter;

namespace strata::ui {

/// The program's pictograms. They are drawn as lines, so they are sharp at every size and take any colour.
enum class Icon {
    none,
    send,
    stop,
    plus,
    chevron_right,
    chevron_down,
    arrow_down,
    arrow_right,
    thought,
    again,
    warning,
    side,     ///< a window with a part at its side
    more,     ///< three dots
    parked,   ///< a box that something is put away in
    writing,  ///< a pen
    unread,   ///< a dot
    copy,     ///< two sheets
    branch,   ///< a line that parts
    times,    ///< a clock
    trash,
    chevron_left,
    chevron_up,
    close,
    attach,    ///< a paper clip
    picture,   ///< hills and a sun in a frame
    page,      ///< a sheet with lines
    search,    ///< a magnifying glass
    not_kept,  ///< an hourglass
    go_back,   ///< an arrow that turns back
};

/// Draws a pictogram that fills `area` (a square).
void paintIcon(QPainter& painter, const QRectF& area, Icon icon, const QColor& color);

/// Draws the program's mark, three layers, filling `area` (a square). `color` is the middle layer's.
void paintLogo(QPainter& painter, const QRectF& area, const QColor& color);

/// A sign at the corner of the mark.
enum class LogoSign {
    dot,
    down,  ///< an arrow that points down
};

/// A second sign, at the other corner: that others can reach in. Its shape tells from where.
struct ReachSign {
    QColor color;
    bool from_network = false;  ///< a triangle instead of a ring
};

/// The mark as a window icon; with a sign of that colour at its corner, if one is given, and with another at the other.
QIcon logoIcon(const QColor& color, const std::optional<QColor>& sign_color = std::nullopt,
               LogoSign sign = LogoSign::dot, const std::optional<ReachSign>& reach = std::nullopt);

}  // namespace strata::ui
