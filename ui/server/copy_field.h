#pragma once

#include <QTimer>
#include <QWidget>

class QBoxLayout;
class QLineEdit;

namespace strata::ui {

class Button;
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

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void copy();
    void arrange();
    void restyle();

    const Theme* theme_;
    QLineEdit* line_;
    QBoxLayout* parts_;
    QBoxLayout* buttons_;
    Button* copy_;
    Button* show_ = nullptr;  ///< none: the value is plain
    QTimer told_;             ///< until the button is called "Copy" again
};

}  // namespace strata::ui
