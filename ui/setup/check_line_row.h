#pragma once

#include <QWidget>

#include "app/hardware/system_judge.h"

namespace strata::ui {

class Button;
class Label;
class Theme;

/// One line about this PC: a sign and a word for how good it is, its title, what was found, and steps on demand.
class CheckLineRow : public QWidget {
    Q_OBJECT

public:
    CheckLineRow(const Theme* theme, const app::CheckLine& line, QWidget* parent = nullptr);

    const app::CheckLine& line() const { return line_; }
    /// "Good", "Works", "Problem", "Could not tell".
    static QString levelWord(app::CheckLevel level);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    const Theme* theme_;
    const app::CheckLine line_;
    Label* level_;
};

}  // namespace strata::ui
