#pragma once

#include <optional>

#include <QObject>
#include <QTimer>

#include "app/engine_thread.h"

namespace strata::ui {

/// Loads a model, checks it for ten seconds and measures how fast it reads and writes.
class SetupTrial : public QObject {
    Q_OBJECT

public:
    enum class State {
        idle,
        loading,
        checking,
        measuring,
        works,
        differs,  ///< the check found another answer than it should
        failed,   ///< not loaded, or no answer: `reason` says why
    };

    /// engine must outlive this.
    explicit SetupTrial(app::EngineThread* engine, QObject* parent = nullptr);

    State state() const { return state_; }
    double loadFraction() const { return fraction_; }
    const QString& reason() const { return reason_; }
    const QString& details() const { return details_; }
    std::optional<double> readsPerSecond() const { return reads_; }
    std::optional<double> writesPerSecond() const { return writes_; }

    /// Waits for the engine to load; call before it is told to.
    void start();
    /// Checks and measures the model that is loaded.
    void check();

Q_SIGNALS:
    void changed();

private:
    void takeCheck(const std::vector<CacheCheckResult>& results);
    void measure();
    void takeSummary(const GenerationSummary& summary);
    void fail(const Error& error);
    void setState(State state);

    app::EngineThread* engine_;
    State state_ = State::idle;
    double fraction_ = 0;
    QString reason_, details_;
    std::optional<double> reads_, writes_;
    std::optional<app::RequestId> request_;
    QTimer limit_;
};

}  // namespace strata::ui
