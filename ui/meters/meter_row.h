#pragma once

#include <QAbstractButton>

#include "ui/meters/meter_text.h"

namespace strata::ui {

class Theme;

/// One meter: its name, its value, a quieter second line and, where it makes sense, a bar. Pressing it asks what it
/// means. Always of the same height, whatever it shows. A screen reader can read its value and is told of no change.
class MeterRow : public QAbstractButton {
    Q_OBJECT

public:
    MeterRow(const Theme* theme, Meter meter, QWidget* parent = nullptr);

    Meter meter() const { return meter_; }
    const MeterLine& line() const { return line_; }
    void showLine(const MeterLine& line);
    /// "310 pieces/s, 120 of 400 new pieces, last answer": what is read out.
    QString spokenValue() const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    /// The tip is made when it is wanted: it tells present numbers.
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void enterEvent(QEnterEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    void restyle();
    void paintBar(QPainter& painter, const QRectF& area) const;

    const Theme* theme_;
    const Meter meter_;
    MeterLine line_;
};

}  // namespace strata::ui
