#pragma once

#include <functional>
#include <optional>
#include <vector>

#include <QObject>
#include <QString>

#include "app/engine_thread.h"

namespace strata::ui {

/// Tries a few settings of the engine on the loaded model, and keeps what is clearly the fastest: first numbers of
/// processor threads, then, with the best of them, how short prompts are read. Each of them loads the model anew. What
/// is measured here also feeds the estimates, as every answer does.
class PcMeasure : public QObject {
    Q_OBJECT

public:
    /// So much faster another setting must be to be kept.
    static constexpr double kClearlyFaster = 1.03;

    /// As the settings have it.
    struct Setting {
        int threads = 0;      ///< 0: one per core
        int short_read = -1;  ///< prompts up to so many pieces are read as answers are written; −1: automatic

        bool operator==(const Setting&) const = default;
    };
    /// One setting and how fast the model was with it.
    struct Speed {
        Setting setting;
        double reads = 0, writes = 0;  ///< pieces per second; 0: it did not work
    };
    enum class State { idle, running, done, cancelled, failed };

    struct Parts {
        app::EngineThread* engine = nullptr;      ///< must outlive this
        std::function<Setting()> setting;         ///< as it is now
        std::function<void(const Setting&)> use;  ///< puts it into the settings and loads the model
    };

    /// What is tried besides what is set now, in this order.
    struct Candidates {
        std::vector<int> threads;
        std::vector<int> short_reads;
    };
    PcMeasure(Parts parts, Candidates candidates, QObject* parent = nullptr);

    /// Of a PC with so many processor threads.
    static Candidates candidatesFor(int processors);

    State state() const { return state_; }
    /// Why it failed, in words.
    const QString& reason() const { return reason_; }
    /// What was measured so far; the first is the setting from before.
    const std::vector<Speed>& speeds() const { return speeds_; }
    /// How many will be measured in all.
    int count() const { return count_; }
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
    void addShortReads();
    void keepBest();
    void end(State state, const Setting& setting);

    const Parts parts_;
    const Candidates candidates_;
    std::vector<Setting> wanted_;  ///< the first one is what was set before
    int count_ = 0;
    bool all_wanted_ = false;  ///< those that depend on the best of the first ones are in the list
    std::vector<Speed> speeds_;
    std::size_t kept_ = 0;
    State state_ = State::idle;
    QString reason_;
    bool loading_ = false;
    std::optional<app::RequestId> request_;
};

}  // namespace strata::ui
