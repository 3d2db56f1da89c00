#pragma once

class QWidget;

namespace strata::ui {

class Theme;

/// Paints, from the widget's own paint event, the surface and the edge of something that one types into.
void paintFieldFrame(QWidget* field, const Theme& theme);

}  // namespace strata::ui
