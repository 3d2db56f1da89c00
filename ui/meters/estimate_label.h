#pragma once

#include <QLabel>

#include "ui/meters/estimate_text.h"

namespace strata::ui {

class Theme;

/// The line under the composer: pieces, space and time. Always at least one line high, so that nothing moves when it
/// has nothing to say.
class EstimateLabel : public QLabel {
    Q_OBJECT

public:
    explicit EstimateLabel(const Theme* theme, QWidget* parent = nullptr);

    void showLine(const EstimateLine& line);

private:
    void restyle();

    const Theme* theme_;
    EstimateLine line_;
};

}  // namespace strata::ui
