#pragma once

#include <functional>
#include <memory>

#include <QThreadPool>

#include "strata/log.h"
#include "ui/server/server_control.h"

namespace strata::app {
class EngineWorker;
}

namespace strata::ui {

/// The local server in this program. It is opened and closed on a thread of its own, as that may take a while, and has
/// another one on which it answers.
class LocalServerControl : public ServerControl {
    Q_OBJECT

public:
    LocalServerControl(std::shared_ptr<app::EngineWorker> worker, const LogSink& log, QObject* parent = nullptr);
    /// Stops, and waits for it.
    ~LocalServerControl() override;

    void start(const app::api::ServerOptions& options) override;
    void stop() override;
    void ask() override;
    void setModels(const ServerModels& models) override;
    void setDefaults(const ServerDefaults& defaults) override;
    void setKeepingContents(bool keeping) override;
    void setStuck(bool stuck) override;

private:
    struct Shared;
    void post(std::function<void()> work);

    const std::unique_ptr<Shared> shared_;
    QThreadPool opener_;  ///< one thread, so that what it does keeps its order
};

}  // namespace strata::ui
