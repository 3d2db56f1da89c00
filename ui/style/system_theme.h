#pragma once

#include <optional>

#include <QColor>

namespace strata::ui {

/// The colours of a system that is set to high contrast.
struct SystemContrast {
    QColor window, text, highlight, on_highlight, link;

    bool operator==(const SystemContrast&) const = default;
};

/// How the desktop wants programs to look.
struct SystemLook {
    bool dark = false;
    std::optional<SystemContrast> contrast;  ///< none: ordinary colours
    bool reduces_motion = false;

    bool operator==(const SystemLook&) const = default;
};

/// Asks the desktop. Windows says it in its settings; elsewhere the brightness of the palette that the desktop gives us
/// tells dark from light, and the rest is not known.
SystemLook systemLook();

}  // namespace strata::ui
