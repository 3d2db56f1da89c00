#pragma once

#include <QWidget>

#include "app/downloads/download_state.h"

namespace strata::ui {

class Button;
class ElidingLabel;
class Theme;

/// One line at the bottom of the window while something is downloaded.
class DownloadBar : public QWidget {
    Q_OBJECT

public:
    explicit DownloadBar(const Theme* theme, QWidget* parent = nullptr);

    /// Hides itself when nothing is left to do.
    void showState(const app::DownloadState& state);

Q_SIGNALS:
    void detailsWanted();
    void pauseWanted();
    void resumeWanted();

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;

private:
    const Theme* theme_;
    ElidingLabel* line_;
    Button* details_;
    Button* pause_;
    bool running_ = false;
    double share_ = 0;
};

}  // namespace strata::ui
