#include "ui/server/server_controller.h"

#include <algorithm>
#include <utility>

#include "app/api/network_place.h"
#include "app/web_pages.h"

namespace strata::ui {
namespace {

const QLatin1String kThisPc("127.0.0.1");
const QLatin1String kAllNetworks("0.0.0.0");

/// Those that the server has to be started anew for.
bool isSameServer(app::ServerSettings a, const app::ServerSettings& b) {
    a.in_turn = b.in_turn;
    return a == b;
}

void forgetContents(ServerRequest& request) {
    request.asked.clear();
    request.answered.clear();
}

}  // namespace

bool wantsKey(const app::ServerSettings& settings) {
    return settings.needs_key || settings.other_devices;
}

app::api::ServerOptions serverOptions(const app::ServerSettings& settings, const QString& key) {
    app::api::ServerOptions options;
    options.host = settings.other_devices ? kAllNetworks.data() : kThisPc.data();
    options.port = static_cast<std::uint16_t>(settings.port);
    options.switch_models = settings.switch_models;
    if (wantsKey(settings)) {
        options.api_key = key.toStdString();
    }
    for (const QString& page : app::readWebPages(settings.web_pages.join(u' ')).pages) {
        if (page == app::kAnyWebPage) {
            if (!options.api_key.empty()) {  // never all pages without a key, whatever the file says
                options.cors_origins = {page.toStdString()};
            }
        } else {
            options.cors_origins.push_back(page.toStdString());
            options.trusted_origins.push_back(page.toStdString());
        }
    }
    return options;
}

ServerController::ServerController(const Parts& parts, const Times& times, QObject* parent)
    : QObject(parent), parts_(parts) {
    connect(parts.settings, &app::Settings::serverChanged, this, &ServerController::follow);
    connect(parts.key, &app::ServerKey::changed, this, &ServerController::follow);
    connect(parts.control, &ServerControl::started, this, &ServerController::takeStarted);
    connect(parts.control, &ServerControl::failed, this, &ServerController::takeFailed);
    connect(parts.control, &ServerControl::requestEnded, this, &ServerController::takeRequest);
    connect(parts.control, &ServerControl::told, this, [this](const ServerWork& work) {
        work_ = work;
        Q_EMIT workChanged();
    });
    contents_.setSingleShot(true);
    contents_.setInterval(times.contents);
    connect(&contents_, &QTimer::timeout, this, [this] { setKeepingContents(false); });
    watch_.setInterval(times.watch);
    again_.setInterval(times.again);
    again_.setSingleShot(true);
    connect(&watch_, &QTimer::timeout, this, &ServerController::look);
    connect(&again_, &QTimer::timeout, this, &ServerController::launch);
}

void ServerController::start() {
    follows_ = true;
    follow();
}

void ServerController::end() {
    follows_ = false;
    watch_.stop();
    again_.stop();
    parts_.control->stop();
}

void ServerController::setOn(bool on) {
    app::ServerSettings server = parts_.settings->server();
    server.on = on;
    parts_.settings->set(server);
}

void ServerController::usePort(int port) {
    app::ServerSettings server = parts_.settings->server();
    server.port = port;
    parts_.settings->set(server);
}

void ServerController::follow() {
    if (!follows_) {
        return;
    }
    if (!parts_.settings->server().on) {
        again_.stop();
        watch_.stop();
        lost_ = false;
        if (state_ != State::off) {
            parts_.control->stop();
            work_ = {};
            setState(State::off);
            Q_EMIT workChanged();
        }
        return;
    }
    parts_.key->read(this, [this](const QString& key) {
        key_ = key;
        const app::ServerSettings& server = parts_.settings->server();
        const bool is_same = isSameServer(server, started_with_) && key == started_key_;
        if (follows_ && server.on && (state_ == State::off || !is_same)) {
            lost_ = false;
            launch();
        } else {
            Q_EMIT changed();
        }
    });
}

void ServerController::launch() {
    again_.stop();
    watch_.stop();
    started_with_ = parts_.settings->server();
    started_key_ = key_;
    ++launches_;
    if (!lost_ || state_ != State::failed) {  // what is tried again behind the scenes still fails until it does not
        setState(State::starting);
    }
    parts_.control->start(serverOptions(started_with_, key_));
}

void ServerController::takeStarted(const ServerPlace& place) {
    if (--launches_ > 0 || state_ == State::off || !follows_) {
        return;  // it was begun again, or turned off, since
    }
    place_ = place;
    missed_ = false;
    watch_.start();
    setState(State::on);
    refresh();
    if (std::exchange(lost_, false)) {
        Q_EMIT cameBack();
    }
}

void ServerController::takeFailed(const ServerFailure& failure) {
    if (--launches_ > 0 || state_ == State::off || !follows_) {
        return;
    }
    failure_ = failure;
    lost_ = true;
    again_.start();
    setState(State::failed);
}

/// A port can be lost by sleep, by a firewall, by a network that goes. The server itself does not notice.
void ServerController::look() {
    parts_.probe->askHealth(address(), this, [this](const ProbeResult& result) {
        if (state_ != State::on) {
            return;
        }
        const bool misses = result.status == 0;
        if (misses && missed_) {
            lost_ = true;
            launch();
        }
        missed_ = misses;
    });
}

void ServerController::takeRequest(const ServerRequest& request) {
    requests_.push_front(request);
    if (!isKeepingContents()) {  // it may have begun while they were kept
        forgetContents(requests_.front());
    }
    if (requests_.size() > kKeptRequests) {
        requests_.pop_back();
    }
    Q_EMIT requestsChanged();
}

void ServerController::setKeepingContents(bool keeping) {
    if (keeping) {
        contents_.start();
    } else {
        contents_.stop();
        std::ranges::for_each(requests_, forgetContents);
    }
    parts_.control->setKeepingContents(keeping);
    Q_EMIT keepingContentsChanged();
}

void ServerController::refresh() {
    if (state_ == State::on) {
        parts_.control->ask();
    }
}

QString ServerController::address() const {
    const int port = state_ == State::on ? place_.port : parts_.settings->server().port;
    return QStringLiteral("http://%1:%2").arg(kThisPc).arg(port);
}

QStringList ServerController::networkAddresses() const {
    return app::api::networkAddresses(state_ == State::on ? place_.port : parts_.settings->server().port);
}

void ServerController::setModelId(const QString& id) {
    if (id != model_id_) {
        model_id_ = id;
        Q_EMIT changed();
    }
}

void ServerController::setState(State state) {
    state_ = state;
    Q_EMIT changed();
}

}  // namespace strata::ui
