#pragma once

namespace strata::ui {

/// True if the desktop asks programs for dark windows. Windows says so in its settings; elsewhere the brightness of the
/// palette that the desktop gives us tells.
bool systemPrefersDark();

}  // namespace strata::ui
