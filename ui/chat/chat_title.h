#pragma once

#include <QString>

namespace strata::ui {

/// A title for a chat: the beginning of its first message on one line, cut between words where there is room for it and
/// never within a character.
QString titleOf(const QString& first_message);

}  // namespace strata::ui
