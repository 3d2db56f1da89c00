#pragma once

#include <vector>

#include <QDialog>

class QVBoxLayout;

namespace strata::ui {

class Button;
class CacheCheck;
class CheckRow;
class Label;
class Theme;

/// Starts the check, shows how far it is and what it found. Closing it does not stop the check.
class CheckDialog : public QDialog {
    Q_OBJECT

public:
    /// Both must outlive the dialog.
    CheckDialog(const Theme* theme, CacheCheck* check, QWidget* parent = nullptr);

private:
    void refresh();
    void restyle();
    void press();
    QString resultLine() const;

    const Theme* theme_;
    CacheCheck* check_;
    std::vector<CheckRow*> rows_;
    Label* result_;
    Button* start_;
    Button* close_;
};

}  // namespace strata::ui
