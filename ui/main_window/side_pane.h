#pragma once

#include <QWidget>

namespace strata::ui {

class Theme;

/// A wide part with a narrow one at its side. Where there is little room the narrow one is a drawer that lies over the
/// other for as long as it is needed.
class SidePane : public QWidget {
    Q_OBJECT

public:
    /// Takes both parts as children. drawer_below: width from which on both have room.
    SidePane(const Theme* theme, QWidget* side, QWidget* main, int drawer_below, QWidget* parent = nullptr);

    bool isDrawer() const { return width() < drawer_below_; }
    bool isSideVisible() const { return isDrawer() ? drawer_open_ : side_wanted_; }
    void toggleSide();
    /// Whether the side is shown where it has its own room.
    bool isSideWanted() const { return side_wanted_; }
    void setSideWanted(bool wanted);
    /// Closes the drawer; a side that has its own room stays.
    void closeDrawer();

Q_SIGNALS:
    void sideShown(bool visible);

protected:
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void arrange();

    const Theme* theme_;
    QWidget* side_;
    QWidget* main_;
    QWidget* shade_;  ///< over the main part while the drawer is open
    const int drawer_below_;
    bool side_wanted_ = true;
    bool drawer_open_ = false;
};

}  // namespace strata::ui
