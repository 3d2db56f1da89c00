#pragma once

#include <QWidget>

class QBoxLayout;

namespace strata::ui {

class Button;
class Theme;

/// A part that takes what room there is, with buttons behind it. Where that leaves it too little they stand below it,
/// and where even that is too narrow, below each other.
class FoldingRow : public QWidget {
    Q_OBJECT

public:
    /// Takes the part over.
    FoldingRow(const Theme* theme, QWidget* part, QWidget* parent);

    /// Puts one behind the others; takes it over.
    void addButton(Button* button);

    QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void arrange();

    QWidget* part_;
    QBoxLayout* parts_;
    QBoxLayout* buttons_;
    QList<Button*> all_;
};

}  // namespace strata::ui
