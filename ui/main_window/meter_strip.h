#pragma once

#include <QWidget>

#include "ui/main_window/engine_activity.h"

namespace strata::ui {

class ElidingLabel;
class Label;
class Theme;

/// One line under the title: what the engine does and how much it did not have to read again; while it does nothing,
/// the last answer's numbers.
class MeterStrip : public QWidget {
    Q_OBJECT

public:
    explicit MeterStrip(const Theme* theme, QWidget* parent = nullptr);

    void showActivity(const EngineActivity& activity);
    /// Without details only the state is shown: the numbers stand elsewhere, or nobody wants them.
    void setDetailed(bool detailed);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void restyle();

    const Theme* theme_;
    Label* state_;
    ElidingLabel* last_;
    ElidingLabel* remembered_;
    EngineActivity activity_;
    bool detailed_ = true;
};

}  // namespace strata::ui
