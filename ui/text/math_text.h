#pragma once

#include <optional>

#include <QString>

namespace strata::ui {

/// A simple formula in TeX's words as a line of Unicode text: "x^2 \le \alpha" as "x² ≤ α". None if it needs more than
/// a line of letters.
std::optional<QString> mathAsText(QStringView tex);

/// A piece of Markdown whose formulas can be shown without typesetting: simple ones as text, the others as code, as
/// they were typed. Nothing inside code is touched.
QString withShownMath(const QString& markdown);

}  // namespace strata::ui
