#pragma once

#include <functional>

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include "app/engine_thread.h"
#include "ui/main_window/rate_meter.h"
#include "ui/meters/meter_readings.h"

namespace strata::ui {

/// Gathers the numbers of the meters: from the engine's events, which come anyway, and from what has to be asked for,
/// only while somebody watches.
class MeterFeed : public QObject {
    Q_OBJECT

public:
    static constexpr std::chrono::milliseconds kTick{100};           ///< of the clock for the first word
    static constexpr std::chrono::milliseconds kReading{250};        ///< between two looks at what has been read
    static constexpr std::chrono::milliseconds kWriting{500};        ///< … at the speed of writing
    static constexpr std::chrono::milliseconds kSurroundings{1000};  ///< … at memory, disk and context

    /// Tells how the last check of the program ended; none: there was none.
    using CheckLookup = std::function<std::optional<MeterReadings::Check>()>;

    /// engine must outlive this.
    explicit MeterFeed(app::EngineThread* engine, QObject* parent = nullptr);

    void setCheckLookup(CheckLookup lookup);
    /// Looks again at how the last check ended.
    void lookAtCheck();
    /// The person has pressed Send just now; the newest request is what it became.
    void noteSent();
    /// Whether the numbers can be seen. While they cannot, nothing is asked for and nothing is reported.
    void setWatched(bool watched);
    bool isWatched() const { return watched_; }

    const MeterReadings& readings() const { return readings_; }

Q_SIGNALS:
    void changed();

private:
    void takeEvents(app::RequestId id, const std::vector<EngineEvent>& events);
    void takeEvent(const EngineEvent& event);
    void takePiece();
    void takeEnd(app::RequestId id, const GenerationSummary* summary);
    void beginAnswer(app::RequestId id);
    void tick();
    void lookAround();
    void report();
    void adjustTimer();
    std::chrono::milliseconds now() const { return std::chrono::milliseconds(clock_.elapsed()); }

    app::EngineThread* engine_;
    CheckLookup check_lookup_;
    MeterReadings readings_;
    app::RequestId answering_ = 0;        ///< whose numbers are shown; 0: none yet
    std::optional<app::RequestId> sent_;  ///< whose first word is waited for
    std::chrono::milliseconds sent_at_{0};
    int reused_ = 0;
    ResumeSource source_ = ResumeSource::nothing;
    bool writing_ = false;
    RateMeter read_rate_, write_rate_;
    std::chrono::milliseconds last_reading_{0}, last_writing_{0}, last_look_{0};
    QElapsedTimer clock_;
    QTimer timer_;
    bool watched_ = false;
};

}  // namespace strata::ui
