#pragma once

#include <vector>

#include "app/chat_record.h"
#include "ui/chat/chat_model.h"

namespace strata::ui {

/// A message as it is stored. What runs is unfinished.
app::MessageRecord recordOf(const Message& message);

/// A stored message for the screen. What was unfinished when the program ended counts as stopped.
Message messageOf(const app::MessageRecord& record);
std::vector<Message> messagesOf(const std::vector<app::MessageRecord>& records);

}  // namespace strata::ui
