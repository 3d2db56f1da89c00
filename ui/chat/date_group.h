#pragma once

#include <QDate>
#include <QString>

#include "app/chat_record.h"

namespace strata::ui {

/// Under which heading a chat stands in the list. Groups are ordered: a smaller one stands above.
struct DateGroup {
    int rank = 0;

    bool operator==(const DateGroup&) const = default;
};

DateGroup groupOf(const app::ChatRecord& chat, const QDate& today);

/// The heading, as "Today" or "March 2026".
QString headingOf(const DateGroup& group, const QDate& today);

}  // namespace strata::ui
