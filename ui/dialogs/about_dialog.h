#pragma once

#include <QDialog>

namespace strata::ui {

class Theme;

/// Which version this is, under which licence, and what it is made of.
class AboutDialog : public QDialog {
    Q_OBJECT

public:
    /// theme must outlive the dialog. model: name of the loaded one; empty: none.
    AboutDialog(const Theme* theme, const QString& model, QWidget* parent = nullptr);

private:
    void restyle();

    const Theme* theme_;
};

}  // namespace strata::ui
