#pragma once

#include <optional>

#include <QString>

#include "ui/meters/meter_readings.h"

namespace strata::ui {

/// The meters in the order in which they are shown.
enum class Meter {
    reading,
    first_word,
    writing,
    remembered,
    drafts,
    in_mind,
    hot_parts,
    graphics_memory,
    memory,
    disk,
    checked,
};
inline constexpr int kMeters = static_cast<int>(Meter::checked) + 1;

/// Whether the numbers are those of one answer, and thus grow old.
bool isOfAnswer(Meter meter);

/// What one meter shows.
struct MeterLine {
    QString value;                ///< "310 pieces/s"; unknown: "–"
    QString detail;               ///< a second, quieter line; empty: none
    QString tip;                  ///< what is told besides on demand; empty: nothing
    std::optional<double> share;  ///< of a bar, 0 … 1; none: the bar is empty
    bool attention = false;       ///< something should be done; the words say it too
    bool old = false;             ///< of the last answer

    bool operator==(const MeterLine&) const = default;
};

/// Shares of what the model can keep in mind from which on that is told.
inline constexpr double kNearlyFull = 0.75;
inline constexpr double kAlmostFull = 0.90;

QString meterName(Meter meter);
/// Whether there is anything behind this meter on this PC; the others are left out.
bool isShown(Meter meter, const MeterReadings& readings);
bool hasBar(Meter meter);
MeterLine meterLine(Meter meter, const MeterReadings& readings);
/// What the meter means, in plain words, with the field's term in brackets.
QString meterHelp(Meter meter);
/// The question and the answer to "why is this low?".
QString meterQuestion(Meter meter);
QString meterAnswer(Meter meter, const MeterReadings& readings);

}  // namespace strata::ui
