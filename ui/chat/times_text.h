#pragma once

#include <utility>
#include <vector>

#include <QString>

#include "ui/chat/chat_model.h"

namespace strata::ui {

/// All numbers of an answer and what wrote it, as name and value, in the order in which they are read. Unknown is "–".
std::vector<std::pair<QString, QString>> messageTimes(const Message& message);

}  // namespace strata::ui
