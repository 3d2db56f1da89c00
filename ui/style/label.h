#pragma once

#include <QLabel>

#include "ui/style/theme.h"

namespace strata::ui {

/// A label of plain text in the theme's fonts and colours. What looks like markup in the text is shown as it is.
class Label : public QLabel {
    Q_OBJECT

public:
    Label(const Theme* theme, TextStyle style, ColorRole color, const QString& text = QString(),
          QWidget* parent = nullptr);

    void setColorRole(ColorRole color);

protected:
    bool event(QEvent* event) override;

private:
    void restyle();
    void followDirection();

    const Theme* theme_;
    const TextStyle style_;
    ColorRole color_;
    bool mirrored_ = false;
};

/// A label of one line that ends in an ellipsis where there is no room for all of it; the tip then has the whole.
class ElidingLabel : public Label {
    Q_OBJECT

public:
    using Label::Label;

    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
};

/// A short text in a tinted pill.
class Badge : public Label {
    Q_OBJECT

public:
    Badge(const Theme* theme, const QString& text, QWidget* parent = nullptr);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    const Theme* theme_;
};

}  // namespace strata::ui
