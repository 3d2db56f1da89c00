#pragma once

#include <QString>

#include "app/model_fit.h"

namespace strata::ui {

/// A size as the person knows it: "Balanced", "Coder", "Swift Better"; what has no such name keeps its technical one.
QString plainName(const app::CatalogSize& size);
/// A licence's summary in the language of the window; as the list has it if it is another than the built-in list's.
QString plainSummary(const app::CatalogLicence& licence);
/// How good its answers are, in a line.
QString qualityLine(const app::CatalogSize& size);
/// "fits", "tight", …
QString fitWord(app::FitLevel level);
/// Why, and what would be needed; empty: nothing to say.
QString fitReason(const app::ModelFit& fit, const app::Machine& machine);
/// "about 39 to 78 pieces of words per second (estimate)", or a dash with the reason.
QString speedLine(const std::optional<app::SpeedEstimate>& estimate, const app::Machine& machine);
/// "39 GB more, 29 GB are already here".
QString downloadLine(const app::DiskNeed& need);
/// Bytes in GB of 10^9, without a comma from 10 on.
QString gigabytes(qint64 bytes);
/// "32 K".
QString contextWord(int tokens);

}  // namespace strata::ui
