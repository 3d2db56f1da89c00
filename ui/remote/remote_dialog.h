#pragma once

#include <QDialog>

#include "ui/remote/remote_controller.h"

class QComboBox;
class QLineEdit;

namespace strata::ui {

class Button;
class Label;
class Theme;

/// Enters a server that answers instead of the model in this program, tries it out and puts it into use.
class RemoteDialog : public QDialog {
    Q_OBJECT

public:
    /// Both must outlive the dialog.
    RemoteDialog(const Theme* theme, RemoteController* remote, QWidget* parent = nullptr);

private:
    app::RemoteServer entered() const;
    void refresh();
    void noteAddress();
    void tryOut();
    void showTrial(const RemoteTrial& trial);
    void use();
    void restyle();

    const Theme* theme_;
    RemoteController* remote_;
    Label* state_;
    QLineEdit* address_;
    QLineEdit* key_;
    QComboBox* model_;
    Label* note_;
    Label* result_;
    Button* try_;
    Button* use_;
    Button* own_;
};

}  // namespace strata::ui
