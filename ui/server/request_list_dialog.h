#pragma once

#include <QDialog>

#include "ui/server/request_model.h"

class QPlainTextEdit;
class QTableView;

namespace strata::ui {

class CheckBox;
class Label;
class Theme;

/// What other apps have asked since the program was started: when, how much and how it ended. What it was only while
/// the person wants that kept.
class RequestListDialog : public QDialog {
    Q_OBJECT

public:
    /// All must outlive the dialog.
    RequestListDialog(const Theme* theme, ServerController* server, QWidget* parent = nullptr);
    ~RequestListDialog() override;

private:
    void makeTable();
    void makeContents();
    void refresh();
    void showContents();
    void restyle();

    const Theme* theme_;
    RequestModel model_;
    QTableView* table_;
    Label* empty_;
    CheckBox* keep_;
    QPlainTextEdit* contents_;  ///< of the request that is selected
    ServerController* server_;
};

}  // namespace strata::ui
