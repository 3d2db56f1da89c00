#include "ui/setup/setup_trial.h"

#include <algorithm>
#include <chrono>

#include "app/estimates/measuring_request.h"
#include "ui/chat/problem_text.h"

namespace strata::ui {
namespace {

/// So long the check may take; what it has not got to by then is not played.
constexpr std::chrono::seconds kCheckTime{10};

std::optional<double> known(double value) {
    return value > 0 ? std::optional(value) : std::nullopt;
}

}  // namespace

SetupTrial::SetupTrial(app::EngineThread* engine, QObject* parent) : QObject(parent), engine_(engine) {
    limit_.setSingleShot(true);
    limit_.setInterval(kCheckTime);
    connect(&limit_, &QTimer::timeout, engine, &app::EngineThread::stopCheck);
    connect(engine, &app::EngineThread::loadProgress, this, [this](const QString& /*what*/, double fraction) {
        if (state_ == State::loading) {
            fraction_ = fraction;
            Q_EMIT changed();
        }
    });
    connect(engine, &app::EngineThread::loaded, this, [this] {
        if (state_ == State::loading) {
            check();
        }
    });
    connect(engine, &app::EngineThread::loadFailed, this, [this](const Error& error) {
        if (state_ == State::loading) {
            fail(error);
        }
    });
    connect(engine, &app::EngineThread::loadCancelled, this, [this] {
        if (state_ == State::loading) {
            setState(State::idle);
        }
    });
    connect(engine, &app::EngineThread::checkFinished, this,
            [this](const std::vector<CacheCheckResult>& results, bool /*stopped*/) { takeCheck(results); });
    connect(engine, &app::EngineThread::checkFailed, this, [this](const Error& error) {
        if (state_ == State::checking) {
            limit_.stop();
            fail(error);
        }
    });
    connect(engine, &app::EngineThread::finished, this, [this](app::RequestId id, const GenerationSummary& summary) {
        if (request_ == id) {
            takeSummary(summary);
        }
    });
    connect(engine, &app::EngineThread::failed, this, [this](app::RequestId id, const Error& error) {
        if (request_ == id) {
            fail(error);
        }
    });
}

void SetupTrial::start() {
    fraction_ = 0;
    reads_.reset();
    writes_.reset();
    setState(State::loading);
}

void SetupTrial::check() {
    setState(State::checking);
    CacheCheckOptions options;
    // The shortest one: it goes back within a conversation, which is where a wrong engine shows first.
    options.scenarios = {cache_check_scenarios().front().name};
    limit_.start();
    engine_->check(options);
}

void SetupTrial::takeCheck(const std::vector<CacheCheckResult>& results) {
    if (state_ != State::checking) {
        return;  // somebody else's check
    }
    limit_.stop();
    const auto wrong =
        std::find_if(results.begin(), results.end(), [](const CacheCheckResult& result) { return !result.passed; });
    if (wrong != results.end()) {
        details_ = QString::fromStdString(wrong->scenario + ": " + wrong->difference);
        setState(State::differs);
        return;
    }
    measure();
}

void SetupTrial::measure() {
    setState(State::measuring);
    request_ = engine_->submit(
        app::measuringRequest("Write a short story about a lighthouse.",
                              " The keeper lights the lamp, the ships pass by in the fog, and the sea is loud."));
}

void SetupTrial::takeSummary(const GenerationSummary& summary) {
    request_.reset();
    reads_ = known(summary.prompt_tokens_per_second());
    writes_ = known(summary.decode_tokens_per_second());
    setState(State::works);
}

void SetupTrial::fail(const Error& error) {
    request_.reset();
    const Problem problem = loadProblem(error);
    reason_ = problem.text;
    details_ = problem.details;
    setState(State::failed);
}

void SetupTrial::setState(State state) {
    state_ = state;
    Q_EMIT changed();
}

}  // namespace strata::ui
