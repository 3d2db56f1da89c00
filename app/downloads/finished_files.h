#pragma once

#include <optional>

#include <QByteArray>
#include <QString>

#include "app/catalog/model_catalog.h"
#include "app/downloads/resume_record.h"

namespace strata::app {

/// The mark of a file that is complete, of its right length, and has this fingerprint (empty: whichever). Waits for the
/// disk, as everything here.
std::optional<FinishMark> finishedFile(const QString& path, const QByteArray& sha256);

/// A finished file below a model folder with this content; empty: none.
QString finishedFileWith(const QString& folder, const QByteArray& sha256);

/// Gives a finished file of the same content a second name, `path`, and a mark for `file`. False: there is none, or the
/// drive cannot; then nothing has changed.
bool linkSameContent(const QString& folder, const CatalogFile& file, const QString& path);

}  // namespace strata::app
