#include "ui/main_window/model_controller.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <QFileInfo>
#include <QtConcurrent>

#include "strata/model_info.h"
#include "ui/chat/problem_text.h"
#include "ui/chat/turn_text.h"

namespace strata::ui {
namespace {

constexpr std::chrono::milliseconds kSampling{500};
constexpr double kAllPercent = 100.0;
constexpr std::chrono::hours kLongestIdle{24 * 7};  ///< timers count milliseconds in an int
constexpr double kSaysTimeAfter = 2.0;              ///< seconds; what is shorter needs no guess

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
    takeChoice();
    activity_ = restingActivity();
    clock_.start();
    sampling_.setInterval(kSampling);
    connect(&sampling_, &QTimer::timeout, this, &ModelController::sampleSpeed);
    idle_.setSingleShot(true);
    connect(&idle_, &QTimer::timeout, this, &ModelController::unload);
    connectEngine();
}

void ModelController::connectEngine() {
    connect(engine_, &app::EngineThread::loadProgress, this,
            [this](const QString& /*what*/, double fraction) { takeProgress(fraction); });
    connect(engine_, &app::EngineThread::loaded, this, &ModelController::takeLoaded);
    connect(engine_, &app::EngineThread::loadFailed, this, [this](const Error& error) {
        takeProblem(loadProblem(error, remote_.host.isEmpty() ? LoadedBy::engine : LoadedBy::server));
    });
    const auto take_off = [this] {
        freeing_ = false;
        setActivity(restingActivity());
        Q_EMIT unloaded();
    };
    connect(engine_, &app::EngineThread::loadCancelled, this, take_off);
    connect(engine_, &app::EngineThread::unloaded, this, take_off);
    connect(engine_, &app::EngineThread::submitted, this, &ModelController::takeSubmitted);
    connect(engine_, &app::EngineThread::checkProgress, this, &ModelController::watchIdle);
    connect(engine_, &app::EngineThread::events, this,
            [this](app::RequestId /*id*/, const std::vector<EngineEvent>& events) { takeEvents(events); });
    connect(engine_, &app::EngineThread::finished, this,
            [this](app::RequestId /*id*/, const GenerationSummary& summary) {
                takeDone();
                if (summary.prompt_tokens > 0) {
                    activity_.remembered = app::rememberedOf(summary);
                }
                takeEnd(known(summary.decode_tokens_per_second()));
            });
    connect(engine_, &app::EngineThread::failed, this, [this] {
        takeDone();
        takeEnd(std::nullopt);
    });
}

void ModelController::takeChoice() {
    if (choice_) {
        const QFileInfo file(choice_->path);
        options_.model = file.filesystemAbsoluteFilePath();
        setName(file.completeBaseName());
        askForName();
    }
}

/// The file knows the model's own name; it may lie on a slow drive.
void ModelController::askForName() {
    const std::filesystem::path path = options_.model;
    QtConcurrent::run([path] {
        const auto info = read_model_info(path);
        return info ? QString::fromStdString(info->name) : QString();
    }).then(this, [this, path](const QString& name) {
        if (!name.isEmpty() && path == options_.model && remote_.host.isEmpty() && !ready_) {
            setName(name);
        }
    });
}

void ModelController::setNext(std::optional<app::ModelChoice> choice, const LoadOptions& options) {
    const bool other = choice && (!choice_ || choice->path != choice_->path);
    if (other || !choice) {
        choice_ = std::move(choice);
    }
    const std::filesystem::path model = options_.model;
    options_ = options;
    options_.model = model;
    if (other) {
        takeChoice();
    }
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
    freeing_ = false;
    problem_.reset();
    Q_EMIT problemChanged();
    setReady(false);
    if (!hasModel()) {
        takeProblem(missingModelProblem(looked_in_));
        return;
    }
    load_began_ = now();
    EngineActivity activity;
    activity.word = EngineActivity::Word::loading;
    setActivity(activity);
    engine_->load(options_);
}

void ModelController::cancelLoad() {
    if (isLoading()) {
        engine_->cancelLoad();
    }
}

void ModelController::unload() {
    idle_.stop();
    sampling_.stop();
    freeing_ = true;
    setReady(false);
    EngineActivity activity;
    activity.word = EngineActivity::Word::freeing;
    setActivity(activity);
    engine_->unload();
}

void ModelController::toggle() {
    if (isLoading()) {
        cancelLoad();
    } else if (ready_) {
        unload();
    } else if (!freeing_ && activity_.word != EngineActivity::Word::needs_restart) {
        begin();
    }
}

void ModelController::want() {
    if (isOff()) {
        begin();
    }
}

void ModelController::begin() {
    if (starter_) {
        starter_();
    } else {
        load();
    }
}

void ModelController::setUnloadAfter(std::chrono::milliseconds unused) {
    idle_.setInterval(std::min<std::chrono::milliseconds>(unused, kLongestIdle));
    watchIdle();
}

void ModelController::setStuck(bool stuck) {
    EngineActivity activity = activity_;
    if (stuck) {
        activity.word = EngineActivity::Word::needs_restart;
        setActivity(activity);
    } else if (activity.word == EngineActivity::Word::needs_restart) {
        activity.word = ready_ ? EngineActivity::Word::ready : EngineActivity::Word::off;
        setActivity(activity);
    }
}

/// Begins to wait for the end of the model's use, or waits anew.
void ModelController::watchIdle() {
    if (ready_ && open_requests_ == 0 && idle_.interval() > 0) {
        idle_.start();
    } else {
        idle_.stop();
    }
}

EngineActivity ModelController::restingActivity() const {
    EngineActivity activity;
    activity.word = hasModel() ? EngineActivity::Word::off : EngineActivity::Word::no_model;
    return activity;
}

/// The time left is said when it is long enough to be of use.
void ModelController::takeProgress(double fraction) {
    if (!isLoading()) {
        return;
    }
    EngineActivity activity;
    activity.word = EngineActivity::Word::loading;
    activity.percent = static_cast<int>(fraction * kAllPercent);
    activity.bytes = byte_count_ ? byte_count_() : app::ReadAhead::Bytes();
    const double passed = std::chrono::duration<double>(now() - load_began_).count();
    if (fraction > 0 && passed >= kSaysTimeAfter) {
        activity.seconds_left = static_cast<int>(std::ceil(passed * (1 - fraction) / fraction));
    }
    setActivity(activity);
}

void ModelController::takeSubmitted() {
    ++open_requests_;
    watchIdle();
    if (isOff()) {
        begin();
    } else if (activity_.word == EngineActivity::Word::ready) {
        EngineActivity activity = activity_;
        activity.word = EngineActivity::Word::waiting;
        activity.last_pieces_per_second.reset();
        setActivity(activity);
    }
}

void ModelController::takeDone() {
    open_requests_ = std::max(0, open_requests_ - 1);
    watchIdle();
}

void ModelController::takeLoaded(const EngineStatus& status) {
    if (!status.model_name.empty()) {
        setName(QString::fromStdString(status.model_name));
    }
    EngineActivity activity;
    activity.word = open_requests_ > 0 ? EngineActivity::Word::waiting : EngineActivity::Word::ready;
    setActivity(activity);
    setReady(true);
    watchIdle();
}

void ModelController::takeProblem(const Problem& problem) {
    problem_ = problem;
    EngineActivity activity;
    activity.word = hasModel() ? EngineActivity::Word::failed : EngineActivity::Word::no_model;
    setActivity(activity);
    Q_EMIT problemChanged();
}

void ModelController::takeEvents(const std::vector<EngineEvent>& events) {
    if (freeing_ || activity_.word == EngineActivity::Word::needs_restart) {
        return;  // the last words of what was stopped
    }
    EngineActivity activity = activity_;
    for (const EngineEvent& event : events) {
        if (const auto* const resumed = std::get_if<Resumed>(&event)) {
            reused_pieces_ = resumed->reused_tokens;
            source_ = resumed->source;
            activity = {};
            activity.word = EngineActivity::Word::reading;
            activity.percent = 0;
        } else if (const auto* const progress = std::get_if<PromptProgress>(&event)) {
            const ReadingProgress reading{progress->position - reused_pieces_, progress->prompt_tokens - reused_pieces_,
                                          0.0};
            activity = {};
            activity.word = EngineActivity::Word::reading;
            activity.percent = readPercent(reading);
            activity.remembered = remembered(progress->prompt_tokens);
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
    EngineActivity activity;
    activity.word = open_requests_ > 0 ? EngineActivity::Word::waiting : EngineActivity::Word::ready;
    activity.last_pieces_per_second = last_speed_;
    activity.remembered = activity_.remembered;
    setActivity(activity);
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
