#pragma once

#include <optional>

#include <QString>

#include "app/chat_record.h"

namespace strata::app {

/// Names of values as they stand in the chats database. They never change; docs/formats/chats.md lists them.
QString nameOf(Role value);
QString nameOf(AnswerState value);
QString nameOf(Thinking value);
QString nameOf(ErrorCode value);
QString nameOf(ResumeSource value);
QString nameOf(RereadReason value);

/// The value of a name; none if this program does not know it.
template <class Value>
std::optional<Value> valueOf(const QString& name);

}  // namespace strata::app
