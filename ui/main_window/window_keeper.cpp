#include "ui/main_window/window_keeper.h"

#include <algorithm>

#include <QEvent>
#include <QGuiApplication>
#include <QJsonDocument>
#include <QJsonObject>
#include <QScreen>
#include <QWidget>

#include "app/settings.h"
#include "ui/main_window/side_pane.h"

namespace strata::ui {
namespace {

constexpr std::chrono::milliseconds kSoon{500};
const QString kName = QStringLiteral("main");

std::vector<QRect> usableScreens() {
    std::vector<QRect> areas;
    const QList<QScreen*> screens = QGuiApplication::screens();
    std::transform(screens.begin(), screens.end(), std::back_inserter(areas),
                   [](const QScreen* screen) { return screen->availableGeometry(); });
    return areas;
}

int areaOf(const QRect& rect) {
    return rect.isEmpty() ? 0 : rect.width() * rect.height();
}

}  // namespace

WindowKeeper::WindowKeeper(QWidget* window, SidePane* pane, app::Settings* settings, QObject* parent)
    : QObject(parent), window_(window), pane_(pane), settings_(settings) {
    soon_.setSingleShot(true);
    soon_.setInterval(kSoon);
    connect(&soon_, &QTimer::timeout, this, &WindowKeeper::keep);
    connect(pane, &SidePane::sideShown, &soon_, qOverload<>(&QTimer::start));
    window->installEventFilter(this);
}

void WindowKeeper::restore() {
    const QJsonObject state = QJsonDocument::fromJson(settings_->windowState(kName)).object();
    if (state.isEmpty()) {
        return;
    }
    const QRect wanted(state["x"].toInt(), state["y"].toInt(), state["width"].toInt(), state["height"].toInt());
    if (wanted.isValid()) {
        window_->setGeometry(fitted(wanted, usableScreens()));
    }
    if (state["maximized"].toBool()) {
        window_->setWindowState(window_->windowState() | Qt::WindowMaximized);
    }
    pane_->setSideWanted(state["list"].toBool(true));
}

void WindowKeeper::setGivenSize(const QSize& size) {
    window_->resize(size);
    given_ = window_->size();
}

void WindowKeeper::keep() {
    soon_.stop();
    if (window_->size() == given_) {
        return;
    }
    const QRect place = window_->isMaximized() || window_->isFullScreen() || window_->isMinimized()
                            ? window_->normalGeometry()
                            : window_->geometry();
    const QJsonObject state{{"x", place.x()},
                            {"y", place.y()},
                            {"width", place.width()},
                            {"height", place.height()},
                            {"list", pane_->isSideWanted()},
                            {"maximized", window_->isMaximized()}};
    settings_->setWindowState(kName, QJsonDocument(state).toJson(QJsonDocument::Compact));
}

QRect WindowKeeper::fitted(const QRect& wanted, const std::vector<QRect>& screens) {
    if (screens.empty()) {
        return wanted;
    }
    // The screen that has most of it; none has any: the main one.
    const auto screen = std::max_element(screens.begin(), screens.end(), [&](const QRect& a, const QRect& b) {
        return areaOf(a.intersected(wanted)) < areaOf(b.intersected(wanted));
    });
    QRect place(wanted.topLeft(), wanted.size().boundedTo(screen->size()));
    place.moveLeft(std::clamp(place.left(), screen->left(), screen->right() + 1 - place.width()));
    place.moveTop(std::clamp(place.top(), screen->top(), screen->bottom() + 1 - place.height()));
    return place;
}

bool WindowKeeper::eventFilter(QObject* watched, QEvent* event) {
    if (watched == window_ && window_->isVisible() &&
        (event->type() == QEvent::Move || event->type() == QEvent::Resize ||
         event->type() == QEvent::WindowStateChange)) {
        soon_.start();
    }
    return QObject::eventFilter(watched, event);
}

}  // namespace strata::ui
