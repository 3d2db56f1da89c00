#pragma once

#include <QRadioButton>

class QVBoxLayout;

namespace strata::ui {

class Label;
class Theme;
enum class ColorRole;
enum class TextStyle;

/// A choice among others as a card of several lines; the whole card can be pressed. Arrow keys go through the cards.
class ChoiceCard : public QRadioButton {
    Q_OBJECT

public:
    ChoiceCard(const Theme* theme, const QString& title, QWidget* parent = nullptr);

    /// Adds a line below the title.
    Label* addLine(TextStyle style, ColorRole color, const QString& text);
    /// A word at the end of the title's line.
    void setMark(const QString& text, ColorRole color);
    /// A pill after the title; empty: none.
    void setBadge(const QString& text);
    /// What a screen reader says: title, mark and lines. Call after the texts have changed.
    void tellReader();

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    bool hitButton(const QPoint& point) const override;

private:
    void restyle();

    const Theme* theme_;
    QVBoxLayout* lines_;
    Label* title_;
    Label* badge_;
    Label* mark_;
    QList<Label*> all_;
};

}  // namespace strata::ui
