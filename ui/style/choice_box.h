#pragma once

#include <QCheckBox>
#include <QRadioButton>

namespace strata::ui {

class Theme;

/// A check box in the program's look, as large as its text: the system's own stays small and hardly shows in the dark.
class CheckBox : public QCheckBox {
    Q_OBJECT

public:
    CheckBox(const Theme* theme, const QString& text, QWidget* parent = nullptr);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;
    bool hitButton(const QPoint& point) const override { return rect().contains(point); }

private:
    const Theme* theme_;
};

/// A radio button of the same kind.
class RadioBox : public QRadioButton {
    Q_OBJECT

public:
    RadioBox(const Theme* theme, const QString& text, QWidget* parent = nullptr);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;
    bool hitButton(const QPoint& point) const override { return rect().contains(point); }

private:
    const Theme* theme_;
};

}  // namespace strata::ui
