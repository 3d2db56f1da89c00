#pragma once

#include <QAbstractButton>

namespace strata::ui {

class Theme;

/// On or off: a track with a knob, and a tick when it is on.
class SwitchButton : public QAbstractButton {
    Q_OBJECT

public:
    explicit SwitchButton(const Theme* theme, QWidget* parent = nullptr);

    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    const Theme* theme_;
};

}  // namespace strata::ui
