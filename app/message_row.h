#pragma once

#include <QString>
#include <QVariantList>

#include "app/chat_record.h"

class QSqlQuery;

namespace strata::app {

/// A null QString would be stored as NULL.
QString notNull(const QString& string);

/// The columns of a stored message, separated by commas: as `messageValues` fills and `readMessage` reads them.
QString messageColumns();
int messageColumnCount();
QVariantList messageValues(const MessageRecord& message);

/// The message in the present row of a query for `messageColumns()`. Errors: bad_file.
Result<MessageRecord> readMessage(const QSqlQuery& query);

}  // namespace strata::app
