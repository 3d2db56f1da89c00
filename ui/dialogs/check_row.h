#pragma once

#include <QWidget>

#include "ui/dialogs/cache_check.h"

namespace strata::ui {

class Label;
class Theme;

/// One scenario of a check: what it plays, how far it is, how it ended.
class CheckRow : public QWidget {
    Q_OBJECT

public:
    explicit CheckRow(const Theme* theme, QWidget* parent = nullptr);

    void showRow(const CacheCheck::Row& row);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    const Theme* theme_;
    Label* name_;
    Label* state_;
    Label* description_;
    Label* difference_;
    double fraction_ = 0;
    bool running_ = false;
};

}  // namespace strata::ui
