#pragma once

#include <QScrollBar>

namespace strata::ui {

class Theme;

/// A slim scroll bar that keeps its room when there is nothing to scroll, so that text never jumps sideways.
class SlimScrollBar : public QScrollBar {
    Q_OBJECT

public:
    explicit SlimScrollBar(const Theme* theme, QWidget* parent = nullptr, Qt::Orientation orientation = Qt::Vertical);

    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void enterEvent(QEnterEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    const Theme* theme_;
};

}  // namespace strata::ui
