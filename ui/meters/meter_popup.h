#pragma once

#include <QFrame>

#include "ui/meters/meter_text.h"

namespace strata::ui {

class Label;
class Theme;

/// What a meter means and why it may be low. Goes away by itself when something else is pressed, or with Esc.
class MeterPopup : public QFrame {
    Q_OBJECT

public:
    explicit MeterPopup(const Theme* theme, QWidget* parent = nullptr);

    /// Opens beside `row`, within its screen. more: a further paragraph; empty: none.
    void explain(Meter meter, const MeterReadings& readings, const QString& more, const QWidget* row);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void restyle();

    const Theme* theme_;
    Label* name_;
    Label* help_;
    Label* question_;
    Label* answer_;
    Label* more_;
};

}  // namespace strata::ui
