#pragma once

#include <QImage>

namespace strata::ui {

/// A picture to try looking at pictures with: apples and a blue cup on a table.
QImage samplePicture();

}  // namespace strata::ui
