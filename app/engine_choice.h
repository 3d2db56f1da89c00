#pragma once

#include <memory>
#include <optional>

#include "app/engine_worker.h"
#include "app/remote/remote_call.h"

namespace strata::app {

/// Decides at every load whether the model in this program answers or a server that the person entered. Any thread.
class EngineChoice {
public:
    /// note: hears of requests to a server; empty: nobody does.
    explicit EngineChoice(EngineLoader local, RequestSink note = {});

    /// Who answers from the next load on; none: the model in this program.
    void setRemote(std::optional<RemoteServer> server);

    /// Loads what is chosen when it is called. May outlive the choice.
    EngineLoader loader() const;

private:
    struct State;
    std::shared_ptr<State> state_;
};

}  // namespace strata::app
