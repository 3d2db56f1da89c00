#pragma once

#include <QString>

namespace strata::ui {

class ModelController;

/// What ModelController::toggle would do now, as a menu says it.
QString modelActionText(const ModelController& model);
/// Whether it would do anything.
bool canToggle(const ModelController& model);

}  // namespace strata::ui
