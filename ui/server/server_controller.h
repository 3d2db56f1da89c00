#pragma once

#include <chrono>
#include <deque>
#include <functional>
#include <optional>

#include <QObject>
#include <QStringList>
#include <QTimer>

#include "app/server_key.h"
#include "app/settings.h"
#include "ui/server/server_control.h"
#include "ui/server/server_probe.h"

namespace strata::ui {

/// What the server is told for these settings. A key is used unless the person went without it for this PC alone.
app::api::ServerOptions serverOptions(const app::ServerSettings& settings, const QString& key);

/// Whether who asks must show the key.
bool wantsKey(const app::ServerSettings& settings);

/// Lets the settings of the local server hold: starts and stops it, starts it again when it was lost, and knows what
/// there is to show of it.
class ServerController : public QObject {
    Q_OBJECT

public:
    /// All must outlive the controller.
    struct Parts {
        app::Settings* settings = nullptr;
        app::ServerKey* key = nullptr;
        ServerControl* control = nullptr;
        ServerProbe* probe = nullptr;
    };
    /// How often it is looked after.
    struct Times {
        std::chrono::milliseconds watch{15'000};        ///< that it can still be reached
        std::chrono::milliseconds again{30'000};        ///< after it could not be started
        std::chrono::milliseconds contents{3'600'000};  ///< for which contents are kept
    };

    enum class State { off, starting, on, failed };
    static constexpr std::size_t kKeptRequests = 200;

    explicit ServerController(const Parts& parts, QObject* parent = nullptr) : ServerController(parts, {}, parent) {}
    ServerController(const Parts& parts, const Times& times, QObject* parent = nullptr);

    /// Begins to follow the settings.
    void start();
    /// The program ends: stops, and does not start again.
    void end();

    State state() const { return state_; }
    bool isReachableFromNetwork() const { return state_ == State::on && place_.beyond_machine; }
    /// Why it is not there, in state `failed`.
    const ServerFailure& failure() const { return failure_; }
    app::Settings* settings() const { return parts_.settings; }
    ServerProbe* probe() const { return parts_.probe; }

    void setOn(bool on);
    /// Takes another port, and remembers it.
    void usePort(int port);
    /// "http://127.0.0.1:8080", of the present port or the one that is set.
    QString address() const;
    /// The same for other devices, one for each network that this PC is in.
    QStringList networkAddresses() const;
    /// Empty: not read yet.
    QString key() const { return key_; }
    void renewKey() { parts_.key->renew(); }
    /// The id by which apps ask for the present model; empty: there is none.
    QString modelId() const { return model_id_; }
    void setModelId(const QString& id);

    /// Asks what it does now; reports with workChanged.
    void refresh();
    const ServerWork& work() const { return work_; }
    /// That have ended, the newest first.
    const std::deque<ServerRequest>& requests() const { return requests_; }
    /// Whether what is asked and answered is kept with the requests. It ends by itself, and then all of it is
    /// forgotten. Off at the start.
    bool isKeepingContents() const { return contents_.isActive(); }
    void setKeepingContents(bool keeping);

Q_SIGNALS:
    /// The state, the place, the failure, the key or the model.
    void changed();
    void workChanged();
    void requestsChanged();
    void keepingContentsChanged();
    /// It went away by itself and is there again.
    void cameBack();

private:
    void follow();
    void launch();
    void takeStarted(const ServerPlace& place);
    void takeFailed(const ServerFailure& failure);
    void takeRequest(const ServerRequest& request);
    void look();
    void setState(State state);

    const Parts parts_;
    State state_ = State::off;
    ServerPlace place_;
    ServerFailure failure_;
    QString key_;
    QString model_id_;
    ServerWork work_;
    std::deque<ServerRequest> requests_;
    app::ServerSettings started_with_;
    QString started_key_;
    int launches_ = 0;      ///< whose answers are still to come; only the last one counts
    bool follows_ = false;  ///< the settings
    bool lost_ = false;     ///< it was there and is not any more
    bool missed_ = false;   ///< the last look found nobody
    QTimer watch_, again_;
    QTimer contents_;  ///< runs while they are kept
};

}  // namespace strata::ui
