#pragma once

#include <QString>

#include "app/chat_store.h"

namespace strata::app {

/// What of a damaged file could be read.
struct RescueReport {
    int messages = 0;  ///< that were copied
    int total = 0;     ///< that the file had, as far as it can still be told
};

/// Copies what can be read of a damaged database into a store. The file itself is not touched: a copy of it is read.
/// What has lost the message before it follows the one that was written before it.
///
/// scratch: folder for the copy; empty: beside the file.
RescueReport rescueChats(const QString& damaged, ChatStore& into, const QString& scratch = {});

}  // namespace strata::app
