#pragma once

#include <QTimer>
#include <QWidget>

class QLineEdit;

namespace strata::ui {

class Button;
class FoldingRow;
class Theme;

/// A value to take along, with its name and a button that copies it. A secret one is shown as dots until the person
/// wants to see it.
class CopyField : public QWidget {
    Q_OBJECT

public:
    enum class Shown { plain, secret };

    CopyField(const Theme* theme, const QString& name, Shown shown, QWidget* parent = nullptr);

    void setValue(const QString& value);
    /// Puts a further button behind the others; takes it over.
    void addButton(Button* button);

private:
    void copy();
    void restyle();

    const Theme* theme_;
    QLineEdit* line_;
    FoldingRow* row_;
    Button* copy_;
    QTimer told_;  ///< until the button is called "Copy" again
};

}  // namespace strata::ui
