#pragma once

#include <deque>
#include <optional>
#include <utility>
#include <vector>

#include "app/key_store.h"
#include "ui/server/server_controller.h"

namespace strata::testing {

/// A server that opens no port: it starts and stops as the test says.
class FakeServerControl final : public ui::ServerControl {
public:
    void start(const app::api::ServerOptions& options) override {
        starts.push_back(options);
        runs = false;
        if (answers) {
            answer();
        }
    }
    void stop() override {
        ++stops;
        runs = false;
        Q_EMIT stopped();
    }
    void ask() override {
        if (runs) {
            Q_EMIT told(work);
        }
    }
    void setModels(const ui::ServerModels& told) override { models = told; }
    void setDefaults(const ui::ServerDefaults& told) override { defaults = told; }
    void setKeepingContents(bool keeping) override { keeps_contents = keeping; }
    void setStuck(bool is_stuck) override { stuck = is_stuck; }

    /// What comes of the last start.
    void answer() {
        if (failure) {
            Q_EMIT failed(*failure);
        } else {
            runs = true;
            Q_EMIT started({starts.back().port, starts.back().host != "127.0.0.1"});
        }
    }

    bool answers = true;  ///< at once
    std::optional<ui::ServerFailure> failure;
    std::vector<app::api::ServerOptions> starts;
    int stops = 0;
    bool runs = false;
    bool keeps_contents = false;
    bool stuck = false;
    ui::ServerWork work;
    ui::ServerModels models;
    ui::ServerDefaults defaults;
};

/// Answers of a server as the test has them; without one, it cannot be reached.
class FakeProbe final : public ui::ServerProbe {
public:
    void askModels(const QString& address, const QString& key, QObject* /*context*/, const Done& done) override {
        asked.push_back({address, key});
        done(models);
    }
    void askHealth(const QString& /*address*/, QObject* /*context*/, const Done& done) override {
        ++looks;
        done(health);
    }

    std::vector<std::pair<QString, QString>> asked;  ///< address and key
    int looks = 0;
    ui::ProbeResult models, health;
};

/// A server's controller with all that it needs.
struct ServerBench {
    explicit ServerBench(const ui::ServerController::Times& times = {})
        : key(&keys, QString()), server({&settings, &key, &control, &probe}, times) {
        probe.health.status = 200;
    }

    app::ServerSettings set(void (*change)(app::ServerSettings&)) {
        app::ServerSettings changed = settings.server();
        change(changed);
        settings.set(changed);
        return changed;
    }

    app::Settings settings{QString()};
    app::KeyStore keys;
    app::ServerKey key;
    FakeServerControl control;
    FakeProbe probe;
    ui::ServerController server;
};

}  // namespace strata::testing
