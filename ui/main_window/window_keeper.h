#pragma once

#include <vector>

#include <QObject>
#include <QRect>
#include <QSize>
#include <QTimer>

class QWidget;

namespace strata::app {
class Settings;
}

namespace strata::ui {

class SidePane;

/// Puts the window where it was when the program ended, as far as that is still on a screen, and remembers where it
/// is.
class WindowKeeper : public QObject {
    Q_OBJECT

public:
    /// All must outlive the keeper.
    WindowKeeper(QWidget* window, SidePane* pane, app::Settings* settings, QObject* parent = nullptr);

    /// To be called before the window is shown; does nothing the first time that the program runs.
    void restore();
    /// Gives the window a size that is not remembered unless the person changes it.
    void setGivenSize(const QSize& size);
    /// Notes the present place.
    void keep();

    /// A place for a window: `wanted`, made smaller and moved as far as needed to lie on one screen. screens: the
    /// usable part of each, the main one first.
    static QRect fitted(const QRect& wanted, const std::vector<QRect>& screens);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QWidget* window_;
    SidePane* pane_;
    app::Settings* settings_;
    QTimer soon_;
    QSize given_;  ///< invalid: none was given
};

}  // namespace strata::ui
