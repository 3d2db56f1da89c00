#pragma once

#include <cstdint>

#include <QWidget>

namespace strata::ui {

class Label;
class Theme;

/// How much of a limit is used: a bar with its numbers.
class UsageBar : public QWidget {
    Q_OBJECT

public:
    /// what: "On disk"
    UsageBar(const Theme* theme, const QString& what, QWidget* parent = nullptr);

    /// numbers: "254 MB of 32 GB". share: 0 … 1.
    void showUsage(const QString& numbers, double share);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    const Theme* theme_;
    const QString what_;
    Label* text_;
    double share_ = 0;
};

}  // namespace strata::ui
