#pragma once

#include <vector>

#include <QStringList>

namespace strata::app {

/// The statements that take a database from one schema version to the next. The first step makes version 1 of an empty
/// file, the n-th makes version n.
using SchemaSteps = std::vector<QStringList>;

/// The steps of this program, as docs/formats/chats.md tells them.
const SchemaSteps& chatSchema();

}  // namespace strata::app
