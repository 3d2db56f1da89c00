#pragma once

#include <chrono>

#include <QString>

#include "ui/chat/chat_model.h"

namespace strata::ui {

/// "0.3 s", "12 s"; one decimal below ten.
QString shownSeconds(std::chrono::milliseconds time);
/// "85 pieces/s"; unknown: "– pieces/s".
QString shownSpeed(std::optional<double> pieces_per_second);

/// The one line under an answer: what it waits for while there is nothing to read, and its numbers afterwards. Empty if
/// there is nothing to say.
QString stateLine(const Message& message);

/// True for an answer that was stopped before its first word.
bool isUnanswered(const Message& message);

/// True for an answer that was broken off and could be continued from its last word.
bool canGoOn(const Message& message);

/// The line over folded thinking: "Thinking… 3 s", "Thought for 12 s".
QString thinkingLine(const Message& message);

/// A message as a screen reader says it: "You, 10:42: …".
QString spokenMessage(const Message& message);

/// Per cent of what is new that has been read, 0 … 100.
int readPercent(const ReadingProgress& reading);

}  // namespace strata::ui
