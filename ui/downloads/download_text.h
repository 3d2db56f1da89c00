#pragma once

#include <QString>

#include "app/downloads/download_state.h"

namespace strata::ui {

/// "38.2 GB", in powers of ten, as drives are sold.
QString bytesText(qint64 bytes);
/// "about 12 min"; "–" for unknown.
QString timeLeftText(std::optional<int> seconds);
/// One line: what is being done, how far it is, how fast.
QString downloadLine(const app::DownloadState& state);
/// "File 1 of 3: name".
QString downloadFileText(const app::DownloadState& state);
/// What happened and what it means.
QString downloadProblemText(const app::DownloadState& state);
/// The same for a problem that stands in the way of a beginning.
QString downloadProblemText(const app::DownloadProblem& problem, const app::DownloadState& state);
/// The problem with everything that is known of it, for a report.
QString downloadProblemDetails(const app::DownloadState& state);

}  // namespace strata::ui
