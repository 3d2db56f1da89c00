#include "ui/main_window/network_notice.h"

#include <algorithm>
#include <utility>

#include "ui/main_window/notices.h"
#include "ui/server/server_controller.h"

namespace strata::ui {

using app::api::NetworkMark;
using app::api::NetworkPlace;

NetworkNotice::NetworkNotice(const Parts& parts, Look look, QObject* parent)
    : QObject(parent), parts_(parts), look_(look ? std::move(look) : Look(app::api::networkPlaces)) {
    thread_.setMaxThreadCount(1);
    timer_.setInterval(kLook);
    connect(&timer_, &QTimer::timeout, this, &NetworkNotice::look);
    connect(parts.server, &ServerController::changed, this, &NetworkNotice::follow);
    follow();
}

NetworkNotice::~NetworkNotice() {
    thread_.waitForDone();
}

void NetworkNotice::follow() {
    const bool reachable = parts_.server->isReachableFromNetwork();
    if (reachable == std::exchange(reachable_, reachable)) {
        return;
    }
    if (reachable) {
        timer_.start();
        look();
    } else {
        timer_.stop();
        seen_.clear();
        told_.clear();
        looked_ = false;
        parts_.notices->remove(Notices::Kind::network);
    }
}

void NetworkNotice::look() {
    if (!reachable_ || looking_) {
        return;
    }
    looking_ = true;
    thread_.start([this] {
        const auto places = look_();
        QMetaObject::invokeMethod(this, [this, places] {
            looking_ = false;
            if (reachable_) {
                take(places);
            }
        });
    });
}

/// At first only what the system calls a network of strangers is worth a word: the person may have turned this on for
/// the network that they are in.
void NetworkNotice::take(const std::vector<NetworkPlace>& places) {
    const bool first = !std::exchange(looked_, true);
    const auto is_told = [this](const NetworkPlace& place) { return place.id == told_; };
    if (!told_.isEmpty() && std::none_of(places.begin(), places.end(), is_told)) {
        told_.clear();
        parts_.notices->remove(Notices::Kind::network);
    }
    for (const NetworkPlace& place : places) {
        const bool is_new = seen_.insert(place.id).second;
        if (is_new && (place.mark == NetworkMark::open || (place.mark == NetworkMark::unknown && !first))) {
            tell(place);
        }
    }
}

void NetworkNotice::tell(const NetworkPlace& place) {
    told_ = place.id;
    const QString where = place.mark == NetworkMark::open ? tr("This PC is in a network of strangers now (%1).")
                                                          : tr("This PC is in another network now (%1).");
    const QString who =
        tr("Everyone in it who has the key can use the model at %1, and nothing is encrypted on the way.")
            .arg(parts_.server->networkAddresses().join(QStringLiteral(", ")));
    Notice notice;
    notice.tone = NoticeBar::Tone::error;
    notice.text = where.arg(place.name) + u' ' + who;
    notice.action = tr("Only this PC");
    notice.act = [this] {
        app::ServerSettings server = parts_.server->settings()->server();
        server.other_devices = false;
        parts_.server->settings()->set(server);
    };
    notice.second_action = tr("I trust it");
    notice.second_act = [this] {
        told_.clear();
        parts_.notices->remove(Notices::Kind::network);
    };
    parts_.notices->put(Notices::Kind::network, std::move(notice));
}

}  // namespace strata::ui
