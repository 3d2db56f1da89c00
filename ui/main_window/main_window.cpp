#include "ui/main_window/main_window.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include <QCloseEvent>
#include <QDesktopServices>
#include <QDir>
#include <QEvent>
#include <QLineEdit>
#include <QShortcut>
#include <QtConcurrent>
#include <QToolTip>
#include <QVBoxLayout>

#include "app/settings.h"
#include "app/transfer/chat_reader.h"
#include "ui/attachments/attachment_list.h"
#include "ui/chat/chat_controller.h"
#include "ui/chat/chat_find.h"
#include "ui/chat/chat_list.h"
#include "ui/chat/chat_page.h"
#include "ui/chat/chat_view.h"
#include "ui/chat/composer.h"
#include "ui/chat/parked_chats.h"
#include "ui/dialogs/cache_check.h"
#include "ui/dialogs/check_dialog.h"
#include "ui/dialogs/parked_dialog.h"
#include "ui/main_window/chats_joint.h"
#include "ui/main_window/check_notice.h"
#include "ui/main_window/context_joint.h"
#include "ui/main_window/header_bar.h"
#include "ui/main_window/meter_strip.h"
#include "ui/main_window/model_controller.h"
#include "ui/main_window/model_notice.h"
#include "ui/main_window/model_words.h"
#include "ui/main_window/more_menu.h"
#include "ui/main_window/notices.h"
#include "ui/main_window/picture_joint.h"
#include "ui/main_window/side_pane.h"
#include "ui/meters/estimate_controller.h"
#include "ui/meters/estimate_label.h"
#include "ui/meters/meter_dock.h"
#include "ui/meters/meter_feed.h"
#include "ui/meters/meter_panel.h"
#include "ui/remote/remote_dialog.h"
#include "ui/settings/settings_controller.h"
#include "ui/settings/settings_dialog.h"
#include "ui/style/button.h"
#include "ui/style/icons.h"
#include "ui/style/metrics.h"
#include "ui/style/notice_bar.h"
#include "ui/style/theme.h"

namespace strata::ui {
namespace {

constexpr int kZoomStep = 10;
constexpr int kUnzoomed = 100;

}  // namespace

void openOutside(const QUrl& target) {
    QDesktopServices::openUrl(target);
}

MainWindow::MainWindow(const Parts& parts, LinkOpener open_link)
    : parts_(parts),
      header_(new HeaderBar(parts.theme, this)),
      page_(new ChatPage(parts.theme, parts.controller, parts.chat)),
      feed_(new MeterFeed(parts.model->engine(), this)),
      estimates_(new EstimateController(
          {parts.model->engine(), parts.model, parts.controller, parts.chat, parts.parked, parts.parked->store()},
          this)),
      estimate_label_(new EstimateLabel(parts.theme)),
      meters_(new MeterPanel(parts.theme, feed_)),
      dock_(new MeterDock(parts.theme, page_, meters_)),
      list_(new ChatList(parts.theme, parts.controller->chatList())),
      pane_(new SidePane(parts.theme, list_, dock_, metrics::kDrawerBelow, this)),
      notices_(new Notices(page_->notice(), this)),
      more_(new MoreMenu(parts.theme, parts.controller, this)) {
    setObjectName(QStringLiteral("mainWindow"));
    setWindowTitle(tr("Strata Desktop"));
    setMinimumSize(metrics::kSmallestWindowWidth, metrics::kSmallestWindowHeight);
    resize(metrics::kWindowWidth, metrics::kWindowHeight);
    auto* const rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(0);
    rows->addWidget(header_);
    rows->addWidget(pane_, 1);

    connectParts();
    connectSettings();
    connectMeters();
    connectEstimates();
    if (parts.pictures != nullptr) {
        pictures_ = new PictureJoint(
            {parts.theme, this, page_, parts.controller, parts.model->engine(), parts.settings, parts.pictures}, this);
    }
    connect(page_, &ChatPage::linkActivated, this, open_link);
    connect(page_, &ChatPage::restartWanted, this, &MainWindow::restartWanted);
    chats_ = new ChatsJoint({parts.theme, this, list_, pane_, page_, more_, notices_, parts.controller, estimates_,
                             parts.pictures, parts.store_trouble, std::move(open_link)},
                            this);
    qApp->installEventFilter(this);

    addShortcuts();
    restyle();
    showModel();
    parts.controller->setModelReady(parts.model->isReady());
    showActivity();
    header_->showListShown(pane_->isSideVisible());
    page_->composer()->setFocus();
}

void MainWindow::putAtBottom(QWidget* line) {
    static_cast<QBoxLayout*>(layout())->addWidget(line);
}

void MainWindow::connectParts() {
    ChatController* const controller = parts_.controller;
    connect(parts_.parked, &ParkedChats::changed, this,
            [this, controller] { controller->chatList()->setParked(parts_.parked->all()); });
    connect(controller, &ChatController::chatDeleted, parts_.parked, &ParkedChats::refresh);
    connect(header_->moreButton(), &QAbstractButton::clicked, this, &MainWindow::showMore);
    connect(more_, &MoreMenu::parkedWanted, this, &MainWindow::showParked);
    connect(more_, &MoreMenu::checkWanted, this, &MainWindow::showCheck);
    connect(more_, &MoreMenu::settingsWanted, this, &MainWindow::showSettings);
    connect(more_, &MoreMenu::remoteWanted, this, &MainWindow::showRemote);
    more_->offerRemote(parts_.remote != nullptr);
    connect(header_, &HeaderBar::chatListToggled, this, &MainWindow::toggleList);
    connect(pane_, &SidePane::sideShown, header_, &HeaderBar::showListShown);
    connect(parts_.model, &ModelController::modelNameChanged, this, &MainWindow::showModel);
    new ModelNotice({this, notices_, parts_.model, parts_.settings_controller, page_->composer()}, this);
    connect(parts_.model, &ModelController::readyChanged, controller, &ChatController::setModelReady);
    connect(parts_.model, &ModelController::activityChanged, this, &MainWindow::showActivity);
    connect(more_, &MoreMenu::modelToggled, this, &MainWindow::toggleModel);
    connect(parts_.theme, &Theme::changed, this, &MainWindow::restyle);
}

void MainWindow::connectMeters() {
    connect(dock_, &MeterDock::stripWanted, header_->meterStrip(), &MeterStrip::setDetailed);
    const auto follow = [this] { dock_->setChoice(parts_.settings->look().meters); };
    connect(parts_.settings, &app::Settings::lookChanged, this, follow);
    follow();
    header_->meterStrip()->setDetailed(dock_->isStripWanted());
    connect(parts_.controller, &ChatController::sent, feed_, &MeterFeed::noteSent);
    feed_->setCheckLookup([check = parts_.check]() -> std::optional<MeterReadings::Check> {
        const auto last = check->lastResult();
        return last ? std::optional(MeterReadings::Check{last->passed, last->time}) : std::nullopt;
    });
    connect(parts_.check, &CacheCheck::changed, this, [this] {
        if (!parts_.check->isRunning()) {
            feed_->lookAtCheck();
        }
    });
}

void MainWindow::connectEstimates() {
    page_->putUnderComposer(estimate_label_);
    const AttachmentList* const attachments = page_->composer()->attachments();
    estimates_->setTextSource(
        [this, attachments] { return messageText(attachments->texts(), page_->composer()->text()); });
    estimates_->setPictureSource([attachments] { return attachments->pictures(); });
    connect(page_->composer(), &Composer::textChanged, estimates_, &EstimateController::noteTyping);
    connect(attachments, &AttachmentList::changed, estimates_, &EstimateController::noteTyping);
    page_->chatView()->setGoBackNote([this](int row) {
        const auto wait = estimates_->goBackWait(row);
        return wait ? goBackText(*wait) : QString();
    });
    connect(estimates_, &EstimateController::lineChanged, this,
            [this] { estimate_label_->showLine(estimates_->line()); });
    estimate_label_->showLine(estimates_->line());
    auto* const context =
        new ContextJoint({parts_.theme, notices_, estimates_, parts_.controller, page_, parts_.model->engine()}, this);
    connect(context, &ContextJoint::moreMemoryWanted, this, &MainWindow::showModelSettings);
    new CheckNotice({notices_, parts_.model, parts_.check}, this);
    page_->setSendGuard([this](const QString& text) { return mayBeSent(text); });
    meters_->setAddition(
        [this](Meter meter) { return meter == Meter::first_word ? scoreText(estimates_->score()) : QString(); });
}

/// A message that cannot fit stays in the box, and the person is told by how much.
bool MainWindow::mayBeSent(const QString& text) {
    const auto refusal = estimates_->refusal(text);
    if (!refusal) {
        notices_->remove(Notices::Kind::too_big);
        return true;
    }
    notices_->put(Notices::Kind::too_big, {NoticeBar::Tone::error, *refusal, tr("New chat with this message"),
                                           [this, text] {
                                               notices_->remove(Notices::Kind::too_big);
                                               page_->composer()->setText(QString());
                                               parts_.controller->newChat();
                                               page_->composer()->setText(text);
                                               page_->composer()->setFocus();
                                           },
                                           tr("OK"), [this] { notices_->remove(Notices::Kind::too_big); }});
    return false;
}

void MainWindow::addShortcuts() {
    addShortcut(QKeySequence(Qt::CTRL | Qt::Key_N), [this] {
        parts_.controller->newChat();
        page_->composer()->setFocus();
    });
    addShortcut(QKeySequence(Qt::CTRL | Qt::Key_B), [this] { toggleList(); });
    addShortcut(QKeySequence(Qt::CTRL | Qt::Key_M), [this] {
        app::LookSettings look = parts_.settings->look();
        look.meters = MeterDock::after(look.meters);
        parts_.settings->set(look);
    });
    addShortcut(QKeySequence(Qt::CTRL | Qt::Key_G), [this] { toggleModel(); });
    addShortcut(QKeySequence(Qt::CTRL | Qt::Key_Tab), [this] { openNeighbour(1); });
    addShortcut(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Tab), [this] { openNeighbour(-1); });
    addShortcut(QKeySequence(Qt::Key_Escape), [this] { escape(); });
    addShortcut(QKeySequence(Qt::CTRL | Qt::Key_L), [this] { page_->composer()->setFocus(); });
    addShortcut(QKeySequence(Qt::CTRL | Qt::Key_Q), [this] { Q_EMIT quitWanted(); });
    addShortcut(QKeySequence(Qt::CTRL | Qt::Key_Plus), [this] { zoomBy(1); });
    addShortcut(QKeySequence(Qt::CTRL | Qt::Key_Equal), [this] { zoomBy(1); });
    addShortcut(QKeySequence(Qt::CTRL | Qt::Key_Minus), [this] { zoomBy(-1); });
    addShortcut(QKeySequence(Qt::CTRL | Qt::Key_Comma), [this] { showSettings(); });
    addShortcut(QKeySequence(Qt::CTRL | Qt::Key_0), [this] { parts_.theme->setZoomPercent(kUnzoomed); });
}

void MainWindow::addShortcut(const QKeySequence& keys, const std::function<void()>& action) {
    auto* const shortcut = new QShortcut(keys, this);
    connect(shortcut, &QShortcut::activated, this, action);
}

void MainWindow::escape() {
    if (pane_->isDrawer() && pane_->isSideVisible()) {
        pane_->closeDrawer();
        page_->composer()->setFocus();
    } else if (parts_.controller->isAnswering()) {
        parts_.controller->stop();
    } else {
        closeInnermost();
        page_->composer()->setFocus();
    }
}

/// Of what lies over the chat and beside it, what the person came to last.
void MainWindow::closeInnermost() {
    ChatView* const view = page_->chatView();
    if (view->find()->isOpen()) {
        view->find()->close();
    } else if (!view->cancelEdit()) {
        list_->searchBox()->clear();
    }
}

/// Shows or hides the list. A list that is shown has the focus, so that it can be used at once.
void MainWindow::toggleList() {
    pane_->toggleSide();
    if (pane_->isSideVisible()) {
        list_->view()->setFocus(Qt::ShortcutFocusReason);
    } else {
        page_->composer()->setFocus();
    }
}

/// Opens the next or the previous chat of the list; at its end it begins again.
void MainWindow::openNeighbour(int step) {
    ChatListModel* const chats = parts_.controller->chatList();
    const int count = chats->rowCount();
    if (count > 0) {
        const int row = chats->rowOf(parts_.controller->currentChat());
        const int next = row < 0 ? (step > 0 ? 0 : count - 1) : (row + step + count) % count;
        parts_.controller->openChat(chats->idAt(next));
    }
}

void MainWindow::openChat(const ConversationId& id) {
    parts_.controller->openChat(id);
    pane_->closeDrawer();
    page_->composer()->setFocus();
}

/// Which of them are exported chats is in the files, on a drive that may be slow.
void MainWindow::openFiles(const QStringList& paths) {
    QtConcurrent::run([paths] {
        QStringList exported;
        std::copy_if(paths.begin(), paths.end(), std::back_inserter(exported), app::isExportedFile);
        return exported;
    }).then(this, [this, paths](const QStringList& exported) { takeFiles(paths, exported); });
}

void MainWindow::takeFiles(const QStringList& paths, const QStringList& exported) {
    QStringList attached;
    for (const QString& path : paths) {
        if (exported.contains(path)) {
            chats_->importFile(path);
        } else {
            attached.append(path);
        }
    }
    if (pictures_ != nullptr && !attached.isEmpty()) {
        pictures_->attach(attached);
        page_->composer()->setFocus();
    }
}

/// Opens the menu below its button, at its end.
void MainWindow::showMore() {
    const Button* const button = header_->moreButton();
    const int x = layoutDirection() == Qt::LeftToRight ? button->width() - more_->sizeHint().width() : 0;
    more_->popup(button->mapToGlobal(QPoint(x, button->height())));
}

void MainWindow::showParked() {
    if (!parked_dialog_) {
        auto* const dialog = new ParkedDialog(parts_.theme, parts_.parked, parts_.controller->chatList(), this);
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        connect(dialog, &ParkedDialog::openWanted, this, &MainWindow::openChat);
        parked_dialog_ = dialog;
    }
    parked_dialog_->show();
    parked_dialog_->activateWindow();
}

void MainWindow::showCheck() {
    if (!check_dialog_) {
        check_dialog_ = new CheckDialog(parts_.theme, parts_.check, this);
        check_dialog_->setAttribute(Qt::WA_DeleteOnClose);
    }
    check_dialog_->show();
    check_dialog_->activateWindow();
}

void MainWindow::showSettings() {
    if (!settings_dialog_) {
        settings_dialog_ = new SettingsDialog(parts_.settings_controller, this);
        settings_dialog_->setAttribute(Qt::WA_DeleteOnClose);
    }
    settings_dialog_->show();
    settings_dialog_->activateWindow();
}

/// Says what is wrong with the settings themselves.
void MainWindow::connectSettings() {
    const auto follow_look = [this] { page_->chatView()->setFollowsEnd(parts_.settings->look().follow_end); };
    connect(parts_.settings, &app::Settings::lookChanged, this, follow_look);
    follow_look();
    const auto follow_parking = [this] { parts_.parked->setForgetDays(parts_.settings->parking().forget_days); };
    connect(parts_.settings, &app::Settings::parkingChanged, this, follow_parking);
    follow_parking();
    const auto tell = [this](NoticeBar::Tone tone, const QString& text) {
        notices_->put(Notices::Kind::settings,
                      {tone, text, tr("OK"), [this] { notices_->remove(Notices::Kind::settings); }, {}, {}});
    };
    connect(parts_.settings, &app::Settings::notSaved, this, [tell](const QString& reason) {
        tell(NoticeBar::Tone::error, tr("The settings could not be saved (%1).").arg(reason));
    });
    if (const QString copy = parts_.settings->damagedCopy(); !copy.isEmpty()) {
        const QString text = parts_.settings->cameFromPrevious()
                                 ? tr("The file with the settings was damaged. It is kept as %1, and the settings "
                                      "before it are used.")
                                 : tr("The file with the settings was damaged. It is kept as %1, and everything is set "
                                      "as in a new program.");
        tell(NoticeBar::Tone::error, text.arg(QDir::toNativeSeparators(copy)));
    } else if (parts_.settings_controller->hasUndone()) {
        tell(NoticeBar::Tone::neutral, tr("With the last settings the model did not start, so they were undone."));
    }
}

void MainWindow::showRemote() {
    if (!remote_dialog_) {
        remote_dialog_ = new RemoteDialog(parts_.theme, parts_.remote, this);
        remote_dialog_->setAttribute(Qt::WA_DeleteOnClose);
    }
    remote_dialog_->show();
    remote_dialog_->activateWindow();
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
    header_->showRemote(parts_.model->remote().host, parts_.model->remote().readable);
    page_->setBuiltInModel(parts_.model->isBuiltIn());
    parts_.controller->setBuiltInModel(parts_.model->isBuiltIn());
    parts_.controller->setModelName(parts_.model->modelName());
    parts_.controller->setAnsweredBy(parts_.model->isRemote() ? LoadedBy::server : LoadedBy::engine);
}

void MainWindow::showModelSettings() {
    showSettings();
    settings_dialog_->showPage(SettingsDialog::kModelPage);
}

void MainWindow::showActivity() {
    header_->meterStrip()->showActivity(parts_.model->activity());
    more_->showModelAction(*parts_.model);
}

void MainWindow::toggleModel() {
    if (canToggle(*parts_.model)) {
        parts_.model->toggle();
    }
}

Composer* MainWindow::composer() const {
    return page_->composer();
}

void MainWindow::storeDraft() {
    page_->storeDraft();
}

void MainWindow::bringToFront() {
    setWindowState(windowState() & ~Qt::WindowMinimized);
    show();
    raise();
    activateWindow();
}

void MainWindow::closeEvent(QCloseEvent* event) {
    page_->storeDraft();
    if (close_guard_ && !close_guard_()) {
        event->ignore();
        return;
    }
    QWidget::closeEvent(event);
}

}  // namespace strata::ui
