#pragma once

#include <QString>

class QTextCursor;

namespace strata::ui {

/// The selected text as somebody would type it: lines that were cut only for display are whole again, items carry their
/// markers, cells of a table are separated by tabs.
QString plainSelection(const QTextCursor& selection);

}  // namespace strata::ui
