#pragma once

#include <QString>

#include "app/chat_record.h"
#include "strata/conversations.h"

namespace strata::ui {

/// "254 MB", "1.2 GB".
QString shownBytes(std::uint64_t bytes);
/// "in memory", "on disk", "in memory and on disk".
QString shownPlace(ParkedWhere where);
/// "fine", "made with another model", …
QString shownFit(const ParkedConversation& parked);

/// "in about 0.3 s (reading again would take 22 s)"; unknown: "–".
QString shownReturn(const ParkedConversation& parked);

/// "Parked on disk, 254 MB, comes back in 0.3 s"; what is unknown is left out.
QString parkedTip(const ParkedConversation& parked);

}  // namespace strata::ui
