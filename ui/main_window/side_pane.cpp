#include "ui/main_window/side_pane.h"

#include <algorithm>

#include <QEvent>
#include <QStyle>

#include "ui/style/theme.h"

namespace strata::ui {
namespace {

constexpr double kWidestSide = 0.4;     ///< of the whole, beside the main part
constexpr double kWidestDrawer = 0.75;  ///< of the whole, over the main part
constexpr float kShade = 0.35F;

}  // namespace

SidePane::SidePane(const Theme* theme, QWidget* side, QWidget* main, int drawer_below, QWidget* parent)
    : QWidget(parent), theme_(theme), side_(side), main_(main), shade_(new QWidget(this)), drawer_below_(drawer_below) {
    side_->setParent(this);  // first, so that Tab goes there first
    main_->setParent(this);
    shade_->setObjectName(QStringLiteral("drawerShade"));
    shade_->setAutoFillBackground(true);
    QPalette dark;
    QColor black(Qt::black);
    black.setAlphaF(kShade);
    dark.setColor(QPalette::Window, black);
    shade_->setPalette(dark);
    shade_->installEventFilter(this);
    connect(theme, &Theme::changed, this, &SidePane::arrange);
    arrange();
}

void SidePane::toggleSide() {
    bool& shown = isDrawer() ? drawer_open_ : side_wanted_;
    shown = !shown;
    arrange();
}

void SidePane::setSideWanted(bool wanted) {
    side_wanted_ = wanted;
    arrange();
}

void SidePane::closeDrawer() {
    if (isDrawer() && drawer_open_) {
        drawer_open_ = false;
        arrange();
    }
}

void SidePane::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    if (!isDrawer()) {
        drawer_open_ = false;
    }
    arrange();
}

bool SidePane::eventFilter(QObject* watched, QEvent* event) {
    if (watched == shade_ && event->type() == QEvent::MouseButtonPress) {
        closeDrawer();
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

void SidePane::arrange() {
    const bool visible = isSideVisible();
    const double widest = width() * (isDrawer() ? kWidestDrawer : kWidestSide);
    const int side = std::min(side_->sizeHint().width(), static_cast<int>(widest));
    const int beside = visible && !isDrawer() ? side : 0;
    const auto place = [this](QWidget* part, const QRect& area) {
        part->setGeometry(QStyle::visualRect(layoutDirection(), rect(), area));
    };
    place(main_, {beside, 0, width() - beside, height()});
    place(side_, {0, 0, side, height()});
    shade_->setGeometry(rect());
    const bool changed = side_->isHidden() == visible;
    side_->setVisible(visible);
    shade_->setVisible(visible && isDrawer());
    if (visible && isDrawer()) {
        shade_->raise();
        side_->raise();
    }
    if (changed) {
        Q_EMIT sideShown(visible);
    }
}

}  // namespace strata::ui
