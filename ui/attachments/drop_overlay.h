#pragma once

#include <functional>

#include <QWidget>

#include "ui/attachments/mime_sources.h"

class QMimeData;

namespace strata::ui {

class Theme;

/// Takes drops anywhere on a window. While something is dragged over it, says above everything what will happen.
class DropOverlay : public QWidget {
    Q_OBJECT

public:
    /// Covers `window`, whose child it becomes.
    DropOverlay(const Theme* theme, QWidget* window);

Q_SIGNALS:
    void dropped(const QMimeData& data);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void showPreview(const DropPreview& preview);

    const Theme* theme_;
    DropPreview preview_;
};

}  // namespace strata::ui
