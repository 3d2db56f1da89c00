#pragma once

#include <QWidget>

namespace strata::ui {

class Theme;

/// How far a row of steps is: a dot each, the present one filled.
class StepDots : public QWidget {
    Q_OBJECT

public:
    StepDots(const Theme* theme, int count, QWidget* parent = nullptr);

    void setStep(int step);

    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    const Theme* theme_;
    const int count_;
    int step_ = 0;
};

}  // namespace strata::ui
