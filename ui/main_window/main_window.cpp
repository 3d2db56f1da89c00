#include "ui/main_window/main_window.h"

#include <utility>

#include <QClipboard>
#include <QDesktopServices>
#include <QEvent>
#include <QGuiApplication>
#include <QShortcut>
#include <QToolTip>
#include <QVBoxLayout>

#include "ui/chat/chat_controller.h"
#include "ui/chat/chat_page.h"
#include "ui/chat/composer.h"
#include "ui/main_window/header_bar.h"
#include "ui/main_window/meter_strip.h"
#include "ui/main_window/model_controller.h"
#include "ui/style/icons.h"
#include "ui/style/metrics.h"
#include "ui/style/notice_bar.h"
#include "ui/style/theme.h"

namespace strata::ui {
namespace {

constexpr std::chrono::seconds kUndoTime{10};
constexpr int kZoomStep = 10;
constexpr int kUnzoomed = 100;

}  // namespace

void openOutside(const QUrl& target) {
    QDesktopServices::openUrl(target);
}

MainWindow::MainWindow(const Parts& parts, LinkOpener open_link)
    : parts_(parts),
      header_(new HeaderBar(parts.theme, this)),
      page_(new ChatPage(parts.theme, parts.controller, parts.chat, this)) {
    setObjectName(QStringLiteral("mainWindow"));
    setWindowTitle(tr("Strata Desktop"));
    setMinimumSize(metrics::kSmallestWindowWidth, metrics::kSmallestWindowHeight);
    resize(metrics::kWindowWidth, metrics::kWindowHeight);
    auto* const rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(0);
    rows->addWidget(header_);
    rows->addWidget(page_, 1);

    undo_time_.setSingleShot(true);
    undo_time_.setInterval(kUndoTime);
    connect(&undo_time_, &QTimer::timeout, this, &MainWindow::showProblem);
    connect(header_, &HeaderBar::newChatWanted, parts.controller, &ChatController::newChat);
    connect(page_, &ChatPage::linkActivated, this, std::move(open_link));
    connect(page_->notice(), &NoticeBar::actionPressed, this, &MainWindow::pressNotice);
    connect(page_->notice(), &NoticeBar::secondActionPressed, this, [this] {
        QGuiApplication::clipboard()->setText(parts_.model->problem() ? parts_.model->problem()->details : QString());
    });
    connect(parts.controller, &ChatController::chatPutAway, this, &MainWindow::offerUndo);
    connect(parts.controller, &ChatController::sent, this, &MainWindow::closeUndo);
    connect(parts.model, &ModelController::modelNameChanged, this, &MainWindow::showModel);
    connect(parts.model, &ModelController::problemChanged, this, &MainWindow::showProblem);
    connect(parts.model, &ModelController::readyChanged, parts.controller, &ChatController::setModelReady);
    connect(parts.model, &ModelController::activityChanged, this,
            [this] { header_->meterStrip()->showActivity(parts_.model->activity()); });
    connect(parts.theme, &Theme::changed, this, &MainWindow::restyle);
    qApp->installEventFilter(this);

    addShortcuts();
    restyle();
    showModel();
    showProblem();
    parts.controller->setModelReady(parts.model->isReady());
    header_->meterStrip()->showActivity(parts.model->activity());
    page_->composer()->setFocus();
}

void MainWindow::addShortcuts() {
    addShortcut(QKeySequence(Qt::CTRL | Qt::Key_N), [this] { parts_.controller->newChat(); });
    addShortcut(QKeySequence(Qt::Key_Escape), [this] { escape(); });
    addShortcut(QKeySequence(Qt::CTRL | Qt::Key_L), [this] { page_->composer()->setFocus(); });
    addShortcut(QKeySequence(Qt::CTRL | Qt::Key_Q), [this] { close(); });
    addShortcut(QKeySequence(Qt::CTRL | Qt::Key_Plus), [this] { zoomBy(1); });
    addShortcut(QKeySequence(Qt::CTRL | Qt::Key_Equal), [this] { zoomBy(1); });
    addShortcut(QKeySequence(Qt::CTRL | Qt::Key_Minus), [this] { zoomBy(-1); });
    addShortcut(QKeySequence(Qt::CTRL | Qt::Key_0), [this] { parts_.theme->setZoomPercent(kUnzoomed); });
}

void MainWindow::addShortcut(const QKeySequence& keys, const std::function<void()>& action) {
    auto* const shortcut = new QShortcut(keys, this);
    connect(shortcut, &QShortcut::activated, this, action);
}

void MainWindow::escape() {
    if (parts_.controller->isAnswering()) {
        parts_.controller->stop();
    } else {
        page_->composer()->setFocus();
    }
}

void MainWindow::zoomBy(int steps) {
    parts_.theme->setZoomPercent(parts_.theme->zoomPercent() + steps * kZoomStep);
}

void MainWindow::restyle() {
    setPalette(parts_.theme->palette());
    setFont(parts_.theme->font(TextStyle::body));
    setWindowIcon(logoIcon(parts_.theme->color(ColorRole::accent)));
    QToolTip::setPalette(parts_.theme->palette());
}

bool MainWindow::event(QEvent* event) {
    if (event->type() == QEvent::ThemeChange) {
        parts_.theme->followSystem();
    }
    return QWidget::event(event);
}

bool MainWindow::eventFilter(QObject* watched, QEvent* event) {
    if (watched == qApp && event->type() == QEvent::ApplicationPaletteChange) {
        parts_.theme->followSystem();
    }
    return QWidget::eventFilter(watched, event);
}

void MainWindow::showModel() {
    header_->showModel(parts_.model->modelName(), parts_.model->isBuiltIn());
    page_->setBuiltInModel(parts_.model->isBuiltIn());
    parts_.controller->setBuiltInModel(parts_.model->isBuiltIn());
}

/// Shows what is wrong with the model, or takes the notice away.
void MainWindow::showProblem() {
    undo_time_.stop();
    const auto& problem = parts_.model->problem();
    if (!problem) {
        page_->notice()->hide();
        return;
    }
    page_->notice()->setSecondAction(tr("Copy details"));
    page_->notice()->showNotice(NoticeBar::Tone::error, problem->text, tr("Try again"));
}

void MainWindow::offerUndo() {
    page_->notice()->setSecondAction(QString());
    page_->notice()->showNotice(NoticeBar::Tone::neutral,
                                tr("The chat was put away. This version does not keep chats on disk yet."), tr("Undo"));
    undo_time_.start();
    page_->composer()->setFocus();
}

void MainWindow::pressNotice() {
    if (undo_time_.isActive()) {
        parts_.controller->bringBack();
        showProblem();
    } else {
        parts_.model->load();
    }
    page_->composer()->setFocus();
}

void MainWindow::closeUndo() {
    if (undo_time_.isActive()) {
        showProblem();
    }
}

}  // namespace strata::ui
