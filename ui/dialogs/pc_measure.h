#pragma once

#include <functional>
#include <optional>
#include <vector>

#include <QObject>
#include <QString>

#include "app/engine_thread.h"

namespace strata::ui {

/// Tries a few numbers of processor threads on the loaded model, and keeps the one that is clearly the fastest. Each of
/// them loads the model anew. What is measured here also feeds the estimates, as every answer does.
class PcMeasure : public QObject {
    Q_OBJECT

public:
    /// So much faster another setting must be to be kept.
    static constexpr double kClearlyFaster = 1.03;

    /// One setting and how fast the model was with it.
    struct Speed {
        int threads = 0;               ///< as the settings have it; 0: one per core
        double reads = 0, writes = 0;  ///< pieces per second; 0: it did not work
    };
    enum class State { idle, running, done, cancelled, failed };

    struct Parts {
        app::EngineThread* engine = nullptr;  ///< must outlive this
        std::function<int()> threads;         ///< as the settings have it
        std::function<void(int)> use;         ///< puts it into the settings and loads the model
    };

    /// candidates: in the order in which they are tried, besides what is set now.
    PcMeasure(Parts parts, std::vector<int> candidates, QObject* parent = nullptr);

    /// Of a PC with so many processor threads.
    static std::vector<int> candidatesFor(int processors);

    State state() const { return state_; }
    /// Why it failed, in words.
    const QString& reason() const { return reason_; }
    /// What was measured so far; the first is the setting from before.
    const std::vector<Speed>& speeds() const { return speeds_; }
    /// How many will be measured in all.
    int count() const { return static_cast<int>(wanted_.size()); }
    /// The one that is kept; only after the end.
    Speed kept() const;

    /// A model must be loaded.
    void start();
    /// Puts back what was set before.
    void cancel();

Q_SIGNALS:
    void changed();

private:
    void measure();
    void next();
    void takeSummary(const GenerationSummary& summary);
    void end(State state, int threads);

    const Parts parts_;
    const std::vector<int> candidates_;
    std::vector<int> wanted_;  ///< the first one is what was set before
    std::vector<Speed> speeds_;
    std::size_t kept_ = 0;
    State state_ = State::idle;
    QString reason_;
    bool loading_ = false;
    std::optional<app::RequestId> request_;
};

}  // namespace strata::ui
