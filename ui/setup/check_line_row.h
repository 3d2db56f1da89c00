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
    /// What a line says of anything that was looked at.
    struct Content {
        app::CheckLevel level = app::CheckLevel::unknown;
        QString word;  ///< for the level
        QString title;
        QString text;
        QString advice;  ///< for those who ask; empty: none
    };

    CheckLineRow(const Theme* theme, const Content& content, QWidget* parent = nullptr);

    static Content contentOf(const app::CheckLine& line);
    /// "Good", "Works", "Problem", "Could not tell".
    static QString levelWord(app::CheckLevel level);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void restyle();

    const Theme* theme_;
    const app::CheckLevel level_of_;
    Label* level_;
};

}  // namespace strata::ui
