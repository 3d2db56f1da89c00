#pragma once

#include <QWidget>

#include "app/settings.h"

namespace strata::ui {

class MeterPanel;
class Theme;

/// The main part of the window with the meters at its end, where there is room for both.
class MeterDock : public QWidget {
    Q_OBJECT

public:
    /// Takes both parts as children.
    MeterDock(const Theme* theme, QWidget* main, MeterPanel* panel, QWidget* parent = nullptr);

    app::MetersShown choice() const { return choice_; }
    void setChoice(app::MetersShown choice);
    /// The next of panel, strip and off.
    static app::MetersShown after(app::MetersShown choice);
    /// Whether the meters are to be one line under the title: by choice, or as there is no room for the panel.
    bool isStripWanted() const;

Q_SIGNALS:
    void stripWanted(bool wanted);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    bool hasRoom() const;
    void arrange();

    QWidget* main_;
    MeterPanel* panel_;
    app::MetersShown choice_ = app::MetersShown::strip;
};

}  // namespace strata::ui
