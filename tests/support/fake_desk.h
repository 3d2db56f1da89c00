#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/api/engine_desk.h"

namespace strata::testing {

/// A desk without an engine: it says what the test has put on it.
class FakeDesk : public app::api::EngineDesk {
public:
    app::api::ModelView view;
    std::optional<EngineStatus> status;
    std::vector<app::api::RequestStanding> standing;
    /// What becomes of load() and unload(): refused with this, else done.
    std::optional<app::api::ApiError> switch_error;
    /// What becomes of a request: refused with this, else taken if somebody wants to play the engine.
    std::optional<app::api::ApiError> refused;
    bool takes_requests = false;
    std::shared_ptr<app::api::DeskListener> listener;  ///< of the request that was taken last
    int queued_before = -1;                            ///< requests that it waits for
    std::vector<app::RequestId> cancelled;
    std::vector<std::string> loads;  ///< ids that load() was called with
    int unloads = 0;

    FakeDesk() {
        view.state = app::api::ModelState::ready;
        view.chosen = app::api::ModelEntry{.id = "built-in", .name = "Built-in model"};
    }

    app::api::ModelView models() const override { return view; }
    std::optional<EngineStatus> engine() const override { return status; }
    std::optional<app::api::ApiError> refusal() const override { return refused; }
    /// One, and ten for each picture.
    app::api::ApiResult<int> countTokens(const GenerationRequest& request) const override {
        constexpr int kPicture = 10;
        int tokens = 1;
        for (const ChatMessage& message : request.messages) {
            tokens += kPicture * static_cast<int>(message.pictures.size());
        }
        return tokens;
    }
    app::api::ApiResult<app::RequestId> submit(GenerationRequest, std::string, bool,
                                               std::shared_ptr<app::api::DeskListener> wanted) override {
        if (!takes_requests) {
            return app::api::refuse(app::api::ErrorKind::no_model, "this desk has no engine");
        }
        listener = std::move(wanted);
        return ++last_id_;
    }
    void cancel(app::RequestId id) override { cancelled.push_back(id); }
    int queuedBefore(app::RequestId) const override { return queued_before; }
    std::vector<app::api::RequestStanding> standings() const override { return standing; }

    void load(const std::string& id, std::function<void(app::api::ApiResult<Switched>)> done) override {
        loads.push_back(id);
        finish(std::exchange(view.state, app::api::ModelState::ready), done);
    }
    void unload(std::function<void(app::api::ApiResult<Switched>)> done) override {
        ++unloads;
        finish(std::exchange(view.state, app::api::ModelState::unloaded), done);
    }

private:
    app::RequestId last_id_ = 0;

    void finish(app::api::ModelState before, const std::function<void(app::api::ApiResult<Switched>)>& done) const {
        if (switch_error) {
            done(tl::unexpected(*switch_error));
        } else {
            done(Switched{.was_loaded = before == app::api::ModelState::ready});
        }
    }
};

}  // namespace strata::testing
