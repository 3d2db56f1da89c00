#pragma once

#include <QLineEdit>

namespace strata::ui {

class Theme;

/// A line to type into what is to be found, with a magnifying glass at its beginning.
class SearchField : public QLineEdit {
    Q_OBJECT

public:
    explicit SearchField(const Theme* theme, QWidget* parent = nullptr);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void restyle();

    const Theme* theme_;
};

}  // namespace strata::ui
