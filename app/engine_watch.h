#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <optional>

#include <QObject>
#include <QTimer>

#include "app/engine_thread.h"

namespace strata::app {

/// Notices when the engine hangs: a thread cannot be ended from outside, so all that helps then is to restart the
/// program. A request that was stopped and does not end, a model that is not let go, or a request that reports nothing
/// for very long, means that. Lives on the window's thread.
class EngineWatch : public QObject {
    Q_OBJECT

public:
    using Clock = std::function<std::chrono::milliseconds()>;

    struct Patience {
        std::chrono::milliseconds stop{20'000};      ///< until a stop is obeyed
        std::chrono::milliseconds silence{300'000};  ///< between two reports of a request
        std::chrono::milliseconds let_go{60'000};    ///< until a model is let go, which may have chats to park
        std::chrono::milliseconds look{1'000};       ///< between two looks
    };

    explicit EngineWatch(EngineThread* engine, QObject* parent = nullptr)
        : EngineWatch(engine, Patience(), Clock(), parent) {}
    /// clock: empty: the system's steady one.
    EngineWatch(EngineThread* engine, Patience patience, Clock clock, QObject* parent = nullptr);

    bool isStuck() const { return stuck_; }

Q_SIGNALS:
    /// True: the engine hangs. False: it goes on after all.
    void stuckChanged(bool stuck);

private:
    struct Request {
        std::chrono::milliseconds last_report{0};
        std::chrono::milliseconds stop_asked{-1};  ///< negative: nobody did
        std::chrono::milliseconds longest_pause{0};
    };

    void begin(RequestId id);
    void report(RequestId id);
    void askStop(RequestId id);
    void end(RequestId id);
    void askLetGo();
    void takeLetGo();
    void proveAlive();
    void stopIfIdle();
    void look();
    bool hangs(const Request& request, std::chrono::milliseconds now) const;

    const Patience patience_;
    const Clock clock_;
    std::map<RequestId, Request> requests_;  ///< those that were not ended; one after another reports
    std::optional<std::chrono::milliseconds> let_go_asked_;
    QTimer looking_;
    bool stuck_ = false;
};

}  // namespace strata::app
