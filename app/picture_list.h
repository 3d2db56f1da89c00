#pragma once

#include <vector>

#include <QJsonArray>

#include "app/chat_record.h"

namespace strata::app {

/// Pictures as JSON: the names of the fields are those of AttachedPicture.
QJsonArray jsonOf(const std::vector<AttachedPicture>& pictures);
/// What makes no sense is left out.
std::vector<AttachedPicture> picturesOf(const QJsonArray& json);

}  // namespace strata::app
