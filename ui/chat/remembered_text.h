#pragma once

#include <QString>

#include "app/chat_record.h"
#include "ui/chat/chat_model.h"

namespace strata::ui {

/// Per cent of the request that was not read again, 0 … 100. 100 means all of it: never rounded up.
int rememberedPercent(const app::Remembered& remembered);

/// Where it came from, in plain words: "still open", "parked on disk"; empty for nothing.
QString shownSource(ResumeSource source);

/// "87 % remembered (parked on disk)"; empty for the first message of a chat, of which nothing can be remembered.
QString rememberedPart(const app::Remembered& remembered);

/// For the meter: "remembered 87 %, 2,310 of 2,650 (parked on disk)"; unknown: "remembered –".
QString shownRemembered(const std::optional<app::Remembered>& remembered);
/// What the meter means and why it may be low.
QString rememberedHelp(const std::optional<app::Remembered>& remembered);
/// All numbers of a message: what was brought back, from where, how long that took.
QString rememberedTip(const app::Remembered& remembered);

/// Why something was read again, as the end of a sentence: "an earlier message was changed".
QString shownReason(RereadReason reason);

/// "Read 18,204 pieces again because an earlier message was changed"; empty if there is nothing to tell.
QString rereadLine(const Message& message);

}  // namespace strata::ui
