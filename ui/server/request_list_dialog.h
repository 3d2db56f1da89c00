#pragma once

#include <QDialog>

#include "ui/server/request_model.h"

class QTableView;

namespace strata::ui {

class Label;
class Theme;

/// What other apps have asked since the program was started: when, how much and how it ended, never what.
class RequestListDialog : public QDialog {
    Q_OBJECT

public:
    /// All must outlive the dialog.
    RequestListDialog(const Theme* theme, ServerController* server, QWidget* parent = nullptr);
    ~RequestListDialog() override;

private:
    void makeTable();
    void refresh();
    void restyle();

    const Theme* theme_;
    RequestModel model_;
    QTableView* table_;
    Label* empty_;
};

}  // namespace strata::ui
