#pragma once

#include "ui/setup/setup_page.h"

class QLineEdit;

namespace strata::ui {

class Button;

/// Where the model is kept, with what speaks against a folder, and files that are there already.
class FolderPage : public SetupPage {
    Q_OBJECT

public:
    FolderPage(const Theme* theme, SetupController* setup);

    void enter() override;
    bool canGoOn() const override;
    QWidget* firstControl() override;

private:
    void choose();
    void openImport(const QString& folder);
    void refresh();
    void showRoom();

    QLineEdit* path_;
    Button* choose_;
    Button* files_;
    Label* verdict_;
    Label* room_;
    Label* present_;
    Label* neighbour_;
    Button* use_neighbour_;
};

}  // namespace strata::ui
