#pragma once

#include <QMargins>
#include <QWidget>

namespace strata::ui {

/// Margins whose sides are told as the language runs, as layouts mirror all but their margins. start: where lines
/// begin.
inline QMargins marginsAlong(const QWidget* widget, int start, int top, int end, int bottom) {
    return widget->isRightToLeft() ? QMargins(end, top, start, bottom) : QMargins(start, top, end, bottom);
}

}  // namespace strata::ui
