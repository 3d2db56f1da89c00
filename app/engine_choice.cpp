#include "app/engine_choice.h"

#include <mutex>
#include <utility>

#include "app/remote/remote_engine.h"

namespace strata::app {

struct EngineChoice::State {
    EngineLoader local;
    std::mutex mutex;  ///< guards the server
    std::optional<RemoteServer> server;

    std::optional<RemoteServer> chosen() {
        const std::lock_guard lock(mutex);
        return server;
    }
};

EngineChoice::EngineChoice(EngineLoader local) : state_(std::make_shared<State>()) {
    state_->local = std::move(local);
}

void EngineChoice::setRemote(std::optional<RemoteServer> server) {
    const std::lock_guard lock(state_->mutex);
    state_->server = std::move(server);
}

EngineLoader EngineChoice::loader() const {
    return [state = state_](const LoadOptions& options, const LoadProgress& progress) {
        const auto server = state->chosen();
        return server ? RemoteEngine::connect(*server, RemoteTimeouts(), progress) : state->local(options, progress);
    };
}

}  // namespace strata::app
