#pragma once

#include <QByteArray>
#include <QString>

#include "strata/result.h"

namespace strata::app {

/// Replaces a small file as a whole, readable by its user alone: written under another name in the same folder, flushed
/// to the disk, renamed. Whatever happens in between, either the old or the new file is there. The folder must be there.
/// May wait for the disk. Errors: io_error.
Result<void> replaceWholeFile(const QString& path, const QByteArray& content);

/// The same; makes the folder if need be.
Result<void> writeWholeFile(const QString& path, const QByteArray& content);

}  // namespace strata::app
