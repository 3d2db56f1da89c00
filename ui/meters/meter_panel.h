#pragma once

#include <array>
#include <functional>

#include <QWidget>

#include "ui/meters/meter_text.h"

class QScrollArea;
class QVBoxLayout;

namespace strata::ui {

class Label;
class MeterFeed;
class MeterPopup;
class MeterRow;
class Theme;

/// The meters, one below the other, at the side of the window. Has its feed gather numbers only while they can be seen.
class MeterPanel : public QWidget {
    Q_OBJECT

public:
    /// A further paragraph for the explanation of a meter; empty: none.
    using Addition = std::function<QString(Meter)>;

    /// Both must outlive the panel.
    MeterPanel(const Theme* theme, MeterFeed* feed, QWidget* parent = nullptr);

    void setAddition(Addition addition) { addition_ = std::move(addition); }
    const MeterRow* row(Meter meter) const { return rows_[static_cast<std::size_t>(meter)]; }

    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void addGroup(QVBoxLayout* column, Label* heading, Meter first, Meter last);
    void showReadings();
    void explain(Meter meter);
    void watchWindow();
    void restyle();

    const Theme* theme_;
    MeterFeed* feed_;
    Addition addition_;
    QScrollArea* scroll_;
    Label* answer_heading_;
    std::array<MeterRow*, kMeters> rows_{};
    MeterPopup* popup_;
    QWidget* watched_window_ = nullptr;
};

}  // namespace strata::ui
