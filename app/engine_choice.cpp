#include "app/engine_choice.h"

#include <mutex>
#include <utility>

#include "app/remote/remote_engine.h"

namespace strata::app {

struct EngineChoice::State {
    EngineLoader local;
    RemoteOptions options;
    std::mutex mutex;  ///< guards the server
    std::optional<RemoteServer> server;

    std::optional<RemoteServer> chosen() {
        const std::lock_guard lock(mutex);
        return server;
    }
};

EngineChoice::EngineChoice(EngineLoader local, RequestSink note) : state_(std::make_shared<State>()) {
    state_->local = std::move(local);
    state_->options.note = std::move(note);
}

void EngineChoice::setRemote(std::optional<RemoteServer> server) {
    const std::lock_guard lock(state_->mutex);
    state_->server = std::move(server);
}

EngineLoader EngineChoice::loader() const {
    return [state = state_](const LoadOptions& options, const LoadProgress& progress) {
        const auto server = state->chosen();
        return server ? RemoteEngine::connect(*server, state->options, progress) : state->local(options, progress);
    };
}

}  // namespace strata::app
