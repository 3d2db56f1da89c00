#pragma once

#include <QPushButton>

#include "ui/style/icons.h"

namespace strata::ui {

class Theme;

/// How much a button wants to be pressed.
enum class ButtonKind {
    primary,     ///< filled: the one thing to do here
    outlined,    ///< a choice among others
    quiet,       ///< text that reacts to the pointer
    suggestion,  ///< a line of text to send, with an arrow at its end
    toggle,      ///< a pill that is on or off
    fold,        ///< a line of text that opens what is below it; begins where the text begins
};

/// A button in the program's look: kinds instead of colours, a pictogram, a focus ring for the keyboard.
class Button : public QPushButton {
    Q_OBJECT

public:
    Button(const Theme* theme, ButtonKind kind, const QString& text, Icon icon = Icon::none, QWidget* parent = nullptr);

    /// Shows the pictogram alone; the text stays as the name for screen readers and as the tip.
    void setIconOnly();
    void setPictogram(Icon icon);
    /// A suggestion whose text breaks into lines instead of ending in an ellipsis.
    void setWordWrap();

    bool hasHeightForWidth() const override { return word_wrap_; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

    /// Room around every button for its focus ring, so that the ring never moves anything. Beside a text it is part of
    /// the button until the ring needs it, so that buttons line up with texts; what should line up with other kinds is
    /// set off by this.
    static constexpr int kRingRoom = 3;

protected:
    void paintEvent(QPaintEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void enterEvent(QEnterEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    struct Look;
    Look look() const;
    int iconGap() const;
    int iconSide() const;
    void restyle();
    int roomBeside() const;
    void paintContent(QPainter& painter, const QRectF& area, const QColor& ink) const;

    const Theme* theme_;
    const ButtonKind kind_;
    Icon icon_;
    bool icon_only_ = false;
    bool word_wrap_ = false;
    bool keyboard_focus_ = false;
};

}  // namespace strata::ui
