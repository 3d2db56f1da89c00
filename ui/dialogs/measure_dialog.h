#pragma once

#include <QDialog>

namespace strata::ui {

class Button;
class Label;
class PcMeasure;
class Theme;

/// Shows what a measurement of this PC has found, before and after.
class MeasureDialog : public QDialog {
    Q_OBJECT

public:
    /// Both must outlive the dialog.
    MeasureDialog(const Theme* theme, PcMeasure* measure, QWidget* parent = nullptr);
    /// A measurement that nobody sees any more is cancelled.
    ~MeasureDialog() override;

private:
    void press();
    void refresh();
    void restyle();
    QString resultText() const;

    const Theme* theme_;
    PcMeasure* measure_;
    Label* lines_;
    Label* result_;
    Button* start_;
};

}  // namespace strata::ui
