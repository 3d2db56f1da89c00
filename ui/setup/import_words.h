#pragma once

#include <QString>

#include "app/downloads/file_import.h"
#include "app/hardware/system_judge.h"

namespace strata::ui {

/// What a file that somebody has turned out to be, in words.
struct FoundWords {
    app::CheckLevel level = app::CheckLevel::unknown;
    QString word;  ///< "Fits", "Damaged", …
    QString text;
};

/// wanted: plain name of the chosen size.
FoundWords foundWords(const app::FoundFile& found, const app::ModelCatalog& catalog, const QString& wanted);

/// What went wrong while a file was brought to its place.
QString importProblemText(const app::FoundFile& file, const app::DownloadProblem& problem);

}  // namespace strata::ui
