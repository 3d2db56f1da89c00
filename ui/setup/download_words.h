#pragma once

#include <QString>

#include "app/downloads/download_state.h"

namespace strata::ui {

/// What stands in a download's way, in the words of the window.
QString downloadProblemText(const app::DownloadProblem& problem, const app::DownloadState& state);

/// "3 of 66 GB, 12 MB/s, about 40 minutes left"; what is not known is a dash.
QString downloadNumbers(const app::DownloadState& state);

/// "about 40 minutes".
QString durationWord(int seconds);

}  // namespace strata::ui
