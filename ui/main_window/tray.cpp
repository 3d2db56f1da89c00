#include "ui/main_window/tray.h"

#include <algorithm>
#include <optional>
#include <utility>

#include <QLocale>
#include <QMenu>

#include "ui/main_window/model_controller.h"
#include "ui/main_window/model_words.h"
#include "ui/server/server_controller.h"
#include "ui/server/server_words.h"
#include "ui/style/icons.h"
#include "ui/style/theme.h"

namespace strata::ui {
namespace {

// A program that starts with the session may be there before the panel.
constexpr std::chrono::seconds kBetweenTries{2};
constexpr int kTries = 30;

enum Sign { idle, downloading, working, attention };
enum Reach { closed, this_pc, network };

Sign signOf(EngineActivity::Word word) {
    switch (word) {
        case EngineActivity::Word::no_model:
        case EngineActivity::Word::off:
        case EngineActivity::Word::ready:
            return idle;
        case EngineActivity::Word::loading:
        case EngineActivity::Word::waiting:
        case EngineActivity::Word::reading:
        case EngineActivity::Word::writing:
        case EngineActivity::Word::freeing:
            return working;
        case EngineActivity::Word::needs_restart:
        case EngineActivity::Word::failed:
            break;
    }
    return attention;
}

/// Of the downloads alone.
Sign signOf(const app::DownloadState& download) {
    return download.phase == app::DownloadPhase::stopped ? attention : download.isRunning() ? downloading : idle;
}

Reach reachOf(const ServerController* server) {
    if (server == nullptr || server->state() != ServerController::State::on) {
        return closed;
    }
    return server->isReachableFromNetwork() ? network : this_pc;
}

}  // namespace

Tray::Tray(const Parts& parts, std::unique_ptr<TrayPlace> place, QObject* parent)
    : QObject(parent), parts_(parts), place_(std::move(place)), menu_(std::make_unique<QMenu>()) {
    menu_->setObjectName(QStringLiteral("trayMenu"));
    fillMenu();
    connect(place_.get(), &TrayPlace::pressed, this, &Tray::openWanted);
    connect(place_.get(), &TrayPlace::messagePressed, this, &Tray::messagePressed);
    connect(parts.model, &ModelController::activityChanged, this, &Tray::refresh);
    connect(parts.theme, &Theme::changed, this, [this] {
        shown_sign_ = -1;
        refresh();
    });
    retry_.setInterval(kBetweenTries);
    connect(&retry_, &QTimer::timeout, this, &Tray::tryToShow);
}

Tray::~Tray() = default;

void Tray::start() {
    retry_.start();
    tryToShow();
}

void Tray::fillMenu() {
    const auto add = [this](const QString& text, const char* name, auto slot) {
        QAction* const action = menu_->addAction(text, this, slot);
        action->setObjectName(QLatin1String(name));
        return action;
    };
    state_ = menu_->addAction(QString());
    state_->setObjectName(QStringLiteral("trayState"));
    state_->setEnabled(false);
    menu_->addSeparator();
    menu_->setDefaultAction(add(tr("Open Strata"), "trayOpen", &Tray::openWanted));
    add(tr("New chat"), "trayNewChat", &Tray::newChatWanted);
    model_action_ = add(QString(), "trayModel", [this] { parts_.model->toggle(); });
    download_action_ = add(QString(), "trayDownload", [this] {
        download_.isRunning() ? Q_EMIT pauseDownloadWanted() : Q_EMIT resumeDownloadWanted();
    });
    server_action_ = add(QString(), "trayServer", [this] { server_->setOn(!server_->settings()->server().on); });
    server_action_->setCheckable(true);
    server_action_->setVisible(false);
    menu_->addSeparator();
    add(tr("Settings…"), "traySettings", &Tray::settingsWanted);
    menu_->addSeparator();
    add(tr("Quit"), "trayQuit", &Tray::quitWanted);
}

void Tray::showDownload(const app::DownloadState& state) {
    download_ = state;
    refresh();
}

/// What is going on, as the window says it.
QString Tray::stateText() const {
    const QString engine = shownActivity(parts_.model->activity());
    const auto percent = download_.bytes_total > 0
                             ? QLocale().toString(static_cast<int>(100 * download_.bytes_done / download_.bytes_total))
                             : QStringLiteral("–");
    switch (signOf(download_)) {
        case downloading:
            return tr("%1 · downloading, %2 %").arg(engine, percent);
        case attention:
            return tr("%1 · the download needs you").arg(engine);
        case idle:
        case working:
            break;
    }
    return download_.isOpen() ? tr("%1 · download paused, %2 %").arg(engine, percent) : engine;
}

void Tray::setServer(ServerController* server) {
    server_ = server;
    server_action_->setVisible(true);
    connect(server, &ServerController::changed, this, &Tray::refresh);
    connect(server->settings(), &app::Settings::serverChanged, this, &Tray::refresh);
    refreshServer();
    refresh();
}

void Tray::refreshServer() {
    if (server_ == nullptr) {
        return;
    }
    QString text = tr("Let other apps use the model");
    if (server_->state() == ServerController::State::on) {
        text = tr("Other apps use the model: %1").arg(server_->address());
    } else if (server_->state() == ServerController::State::failed) {
        text = tr("Other apps cannot come in: %1").arg(failureText(server_->failure()));
    }
    server_action_->setText(text.replace(u'&', QLatin1String("&&")));
    server_action_->setChecked(server_->settings()->server().on);
}

void Tray::tryToShow() {
    if (visible_ || ++tries_ > kTries) {
        retry_.stop();
        return;
    }
    if (place_->isAvailable()) {
        retry_.stop();
        visible_ = true;
        refresh();
        place_->show(menu_.get());
        Q_EMIT appeared();
    }
}

void Tray::refresh() {
    if (!visible_) {
        return;
    }
    const EngineActivity& activity = parts_.model->activity();
    const QString words = stateText();
    state_->setText(words);
    model_action_->setText(modelActionText(*parts_.model));
    model_action_->setEnabled(canToggle(*parts_.model));
    download_action_->setVisible(download_.isOpen());
    download_action_->setText(download_.isRunning() ? tr("Pause download") : tr("Go on with the download"));
    refreshServer();
    const Sign sign = std::max(signOf(activity.word), signOf(download_));
    const Reach reach = reachOf(server_);
    QString tip = tr("Strata – %1").arg(words);
    if (reach != closed) {
        tip += u'\n' + (reach == network ? tr("Other devices in the network can use the model.")
                                         : tr("Other apps can use the model."));
    }
    if (sign == shown_sign_ && reach == shown_reach_ && tip == shown_tip_) {
        return;
    }
    shown_sign_ = sign;
    shown_reach_ = reach;
    shown_tip_ = tip;
    std::optional<QColor> dot;
    if (sign != idle) {
        dot = parts_.theme->color(sign == attention ? ColorRole::error_border : ColorRole::accent);
    }
    std::optional<ReachSign> others;
    if (reach != closed) {
        others = ReachSign{parts_.theme->color(reach == network ? ColorRole::error_border : ColorRole::accent),
                           reach == network};
    }
    const LogoSign shape = sign == downloading ? LogoSign::down : LogoSign::dot;
    place_->setLook(logoIcon(parts_.theme->color(ColorRole::accent), dot, shape, others), tip);
}

}  // namespace strata::ui
