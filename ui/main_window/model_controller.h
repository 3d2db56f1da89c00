#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <utility>

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include "app/engine_thread.h"
#include "app/model_locator.h"
#include "ui/chat/chat_model.h"
#include "ui/main_window/engine_activity.h"
#include "ui/main_window/rate_meter.h"

namespace strata::ui {

/// Loads the chosen model and lets it go, and follows what the engine does with it, whoever asked for it.
///
/// A request that comes while the model is off loads it. Nothing else is loaded without one of the calls below.
class ModelController : public QObject {
    Q_OBJECT

public:
    /// engine must outlive the controller. choice: none if there is no model to load, then looked_in says where it was
    /// expected. options: all but the model's path is used.
    ModelController(app::EngineThread* engine, std::optional<app::ModelChoice> choice, QStringList looked_in,
                    LoadOptions options, QObject* parent = nullptr);

    /// Loads the model, or loads it again.
    void load();
    /// How a load is begun that nobody asked for with `load`: somebody else may have to prepare it, and then calls
    /// that.
    void setStarter(std::function<void()> starter) { starter_ = std::move(starter); }
    /// Asked while it loads: how much of the model's file is read.
    void setByteCount(std::function<app::ReadAhead::Bytes()> count) { byte_count_ = std::move(count); }
    /// For the next load. choice: as in the constructor.
    void setNext(std::optional<app::ModelChoice> choice, const LoadOptions& options);
    /// With what the present model was loaded, or is being loaded.
    const LoadOptions& options() const { return options_; }

    app::EngineThread* engine() const { return engine_; }
    void cancelLoad();
    /// Stops what runs and gives the memory and the card back. Conversations are parked.
    void unload();
    /// Loads what is off, cancels what loads, lets go of what is there.
    void toggle();
    /// Somebody begins to need the model: loads it if it is off.
    void want();
    /// The model goes when nobody has used it for so long. Zero: never.
    void setUnloadAfter(std::chrono::milliseconds unused);
    /// The engine hangs, or goes on after all.
    void setStuck(bool stuck);

    bool isOff() const { return activity_.word == EngineActivity::Word::off; }
    bool isLoading() const { return activity_.word == EngineActivity::Word::loading; }
    const EngineActivity& activity() const { return activity_; }
    /// A server that answers instead of the model in this program; an empty host: none. Holds from the next load on.
    struct Remote {
        QString host;
        bool readable = false;  ///< without encryption: others in the network could read along

        bool operator==(const Remote&) const = default;
    };
    void setRemote(const Remote& remote);
    const Remote& remote() const { return remote_; }
    /// Whether a server answers instead of a model in this program.
    bool isRemote() const { return !remote_.host.isEmpty(); }
    bool isBuiltIn() const { return !isRemote() && choice_ && choice_->built_in; }
    bool isReady() const { return ready_; }
    /// Of the model file; empty: there is none, or a server answers.
    QString modelPath() const { return choice_ && !isRemote() ? choice_->path : QString(); }
    /// The model's own name; before it is loaded, that of its file; empty: no model.
    QString modelName() const { return name_; }
    const std::optional<Problem>& problem() const { return problem_; }

Q_SIGNALS:
    void activityChanged();
    void modelNameChanged();
    void readyChanged(bool ready);
    /// There is a problem with the model, or none any more.
    void problemChanged();
    /// The model was let go, or the engine had none.
    void unloaded();

private:
    void takeChoice();
    void askForName();
    void connectEngine();
    void takeProgress(double fraction);
    void takeSubmitted();
    void takeDone();
    void watchIdle();
    bool hasModel() const { return choice_ || isRemote(); }
    void begin();
    EngineActivity restingActivity() const;
    void takeLoaded(const EngineStatus& status);
    void takeProblem(const Problem& problem);
    void takeEvents(const std::vector<EngineEvent>& events);
    app::Remembered remembered(int prompt_pieces) const;
    void takeEnd(std::optional<double> pieces_per_second);
    std::chrono::milliseconds now() const { return std::chrono::milliseconds(clock_.elapsed()); }
    void sampleSpeed();
    void setReady(bool ready);
    void setName(const QString& name);
    void setActivity(const EngineActivity& activity);

    app::EngineThread* engine_;
    std::optional<app::ModelChoice> choice_;
    const QStringList looked_in_;
    LoadOptions options_;
    Remote remote_;
    QString name_;
    EngineActivity activity_;
    std::optional<Problem> problem_;
    std::optional<double> last_speed_;
    int reused_pieces_ = 0;
    ResumeSource source_ = ResumeSource::nothing;
    bool ready_ = false;
    bool freeing_ = false;
    std::function<void()> starter_;
    std::function<app::ReadAhead::Bytes()> byte_count_;
    int open_requests_ = 0;
    std::chrono::milliseconds load_began_{0};
    QTimer idle_;  ///< until the model is let go; does not run while it is used
    RateMeter speed_;
    QElapsedTimer clock_;
    QTimer sampling_;  ///< runs while something is written
};

}  // namespace strata::ui
