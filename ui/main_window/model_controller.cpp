#include "ui/main_window/model_controller.h"

#include <utility>

#include <QFileInfo>

#include "ui/chat/problem_text.h"
#include "ui/chat/turn_text.h"

namespace strata::ui {
namespace {

constexpr std::chrono::milliseconds kSampling{500};
constexpr double kAllPercent = 100.0;

std::optional<double> known(double pieces_per_second) {
    return pieces_per_second > 0 ? std::optional(pieces_per_second) : std::nullopt;
}

}  // namespace

ModelController::ModelController(app::EngineThread* engine, std::optional<app::ModelChoice> choice,
                                 QStringList looked_in, LoadOptions options, QObject* parent)
    : QObject(parent),
      engine_(engine),
      choice_(std::move(choice)),
      looked_in_(std::move(looked_in)),
      options_(std::move(options)) {
    if (choice_) {
        const QFileInfo file(choice_->path);
        options_.model = file.filesystemAbsoluteFilePath();
        name_ = file.completeBaseName();
    }
    clock_.start();
    sampling_.setInterval(kSampling);
    connect(&sampling_, &QTimer::timeout, this, &ModelController::sampleSpeed);
    connect(engine, &app::EngineThread::loadProgress, this, [this](const QString& /*what*/, double fraction) {
        setActivity({EngineActivity::Word::loading, static_cast<int>(fraction * kAllPercent), {}, {}, {}});
    });
    connect(engine, &app::EngineThread::loaded, this, &ModelController::takeLoaded);
    connect(engine, &app::EngineThread::loadFailed, this,
            [this](const Error& error) { takeProblem(loadProblem(error)); });
    connect(engine, &app::EngineThread::loadCancelled, this, [this] {
        setActivity({EngineActivity::Word::no_model, {}, {}, {}, {}});
    });
    connect(engine, &app::EngineThread::events, this,
            [this](app::RequestId /*id*/, const std::vector<EngineEvent>& events) { takeEvents(events); });
    connect(engine, &app::EngineThread::finished, this,
            [this](app::RequestId /*id*/, const GenerationSummary& summary) {
                if (summary.prompt_tokens > 0) {
                    activity_.remembered = app::rememberedOf(summary);
                }
                takeEnd(known(summary.decode_tokens_per_second()));
            });
    connect(engine, &app::EngineThread::failed, this, [this] { takeEnd(std::nullopt); });
}

void ModelController::setRemote(const Remote& remote) {
    if (remote == remote_) {
        return;
    }
    remote_ = remote;
    name_ = !remote.host.isEmpty() || !choice_ ? remote.host : QFileInfo(choice_->path).completeBaseName();
    Q_EMIT modelNameChanged();
}

void ModelController::load() {
    problem_.reset();
    Q_EMIT problemChanged();
    setReady(false);
    if (!choice_ && remote_.host.isEmpty()) {
        takeProblem(missingModelProblem(looked_in_));
        return;
    }
    setActivity({EngineActivity::Word::loading, {}, {}, {}, {}});
    engine_->load(options_);
}

void ModelController::takeLoaded(const EngineStatus& status) {
    if (!status.model_name.empty()) {
        setName(QString::fromStdString(status.model_name));
    }
    setActivity({EngineActivity::Word::ready, {}, {}, {}, {}});
    setReady(true);
}

void ModelController::takeProblem(const Problem& problem) {
    problem_ = problem;
    setActivity({choice_ || !remote_.host.isEmpty() ? EngineActivity::Word::failed : EngineActivity::Word::no_model,
                 {},
                 {},
                 {},
                 {}});
    Q_EMIT problemChanged();
}

void ModelController::takeEvents(const std::vector<EngineEvent>& events) {
    EngineActivity activity = activity_;
    for (const EngineEvent& event : events) {
        if (const auto* const resumed = std::get_if<Resumed>(&event)) {
            reused_pieces_ = resumed->reused_tokens;
            source_ = resumed->source;
            activity = {EngineActivity::Word::reading, 0, {}, {}, {}};
        } else if (const auto* const progress = std::get_if<PromptProgress>(&event)) {
            const ReadingProgress reading{progress->position - reused_pieces_, progress->prompt_tokens - reused_pieces_,
                                          0.0};
            activity = {
                EngineActivity::Word::reading, readPercent(reading), {}, {}, remembered(progress->prompt_tokens)};
        } else if (const auto* const read = std::get_if<PromptRead>(&event)) {
            activity.remembered = remembered(read->prompt_tokens);
        } else if (std::holds_alternative<TextDelta>(event) || std::holds_alternative<ReasoningDelta>(event)) {
            activity.word = EngineActivity::Word::writing;
            activity.percent.reset();
        }
    }
    if (activity.word == EngineActivity::Word::writing && !sampling_.isActive()) {
        speed_.restart(now(), engine_->writtenPieces());
        sampling_.start();
    }
    setActivity(activity);
}

app::Remembered ModelController::remembered(int prompt_pieces) const {
    app::Remembered remembered;
    remembered.prompt_pieces = prompt_pieces;
    remembered.reused_pieces = reused_pieces_;
    remembered.source = source_;
    return remembered;
}

void ModelController::takeEnd(std::optional<double> pieces_per_second) {
    if (!ready_) {
        return;  // what waited for a model that never came says nothing about the engine
    }
    sampling_.stop();
    if (pieces_per_second) {
        last_speed_ = pieces_per_second;
    }
    setActivity({EngineActivity::Word::ready, {}, {}, last_speed_, activity_.remembered});
}

void ModelController::sampleSpeed() {
    speed_.add(now(), engine_->writtenPieces());
    EngineActivity activity = activity_;
    activity.pieces_per_second = speed_.perSecond();
    setActivity(activity);
}

void ModelController::setReady(bool ready) {
    if (ready != ready_) {
        ready_ = ready;
        Q_EMIT readyChanged(ready);
    }
}

void ModelController::setName(const QString& name) {
    if (name != name_) {
        name_ = name;
        Q_EMIT modelNameChanged();
    }
}

void ModelController::setActivity(const EngineActivity& activity) {
    if (activity != activity_) {
        activity_ = activity;
        Q_EMIT activityChanged();
    }
}

}  // namespace strata::ui
