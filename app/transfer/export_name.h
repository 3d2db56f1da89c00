#pragma once

#include <QString>

namespace strata::app {

/// A chat's title as the name of a file, without an ending, that every system takes. Empty: nothing of it can stay.
QString exportName(const QString& title);

}  // namespace strata::app
