#pragma once

#include <QString>

namespace strata::ui {

/// A text as a tool tip shows it as it is. Tips take what looks like markup for markup, and have no switch.
QString plainTip(const QString& text);

}  // namespace strata::ui
