#pragma once

#include <QDialog>

class QLineEdit;

namespace strata::ui {

class Button;
class Theme;

/// Asks for the name and password that a proxy wants.
class ProxyDialog : public QDialog {
    Q_OBJECT

public:
    /// proxy: its host; user: as it is known.
    ProxyDialog(const Theme* theme, const QString& proxy, const QString& user, QWidget* parent = nullptr);

Q_SIGNALS:
    void given(const QString& user, const QString& password);

private:
    void give();
    void restyle();

    const Theme* theme_;
    QLineEdit* user_;
    QLineEdit* password_;
    Button* give_;
};

}  // namespace strata::ui
