#pragma once

#include <vector>

#include <QDialog>

#include "app/request_journal.h"

namespace strata::ui {

class Theme;

/// Which version this is, under which licence, and what it is made of.
class AboutDialog : public QDialog {
    Q_OBJECT

public:
    /// theme must outlive the dialog. model: name of the loaded one; empty: none. requests: what left this PC, newest
    /// first.
    AboutDialog(const Theme* theme, const QString& model, const std::vector<app::OutsideRequest>& requests,
                QWidget* parent = nullptr);

private:
    void restyle();

    const Theme* theme_;
};

}  // namespace strata::ui
