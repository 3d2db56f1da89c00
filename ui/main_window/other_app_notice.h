#pragma once

#include <chrono>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <set>

#include <QObject>
#include <QTimer>

#include "app/request_queue.h"

namespace strata::app {
class EngineThread;
}

namespace strata::ui {

class ChatController;
class Notices;

/// Says that a message of the person waits because another app uses the model, and lets them end that.
class OtherAppNotice : public QObject {
    Q_OBJECT

public:
    /// All must outlive this.
    struct Parts {
        app::EngineThread* engine = nullptr;
        ChatController* controller = nullptr;
        Notices* notices = nullptr;
    };

    using Clock = std::function<std::chrono::milliseconds()>;
    /// Between two looks at how long it may still take.
    static constexpr std::chrono::milliseconds kCountdown{1'000};

    explicit OtherAppNotice(const Parts& parts, QObject* parent = nullptr) : OtherAppNotice(parts, Clock(), parent) {}
    /// clock: empty: the system's steady one.
    OtherAppNotice(const Parts& parts, Clock clock, QObject* parent = nullptr);

    /// How long the request of the other app should still take, by how long others took since the program started;
    /// none: there were none yet, or it has taken longer than they did.
    std::optional<std::chrono::milliseconds> expectedWait() const;

private:
    void takeSubmitted(app::RequestId id);
    void takeEnd(app::RequestId id);
    void look();
    void tell();
    bool mineWaits() const;
    app::RequestId running() const;

    const Parts parts_;
    const Clock clock_;
    std::set<app::RequestId> mine_;                               ///< that have not ended
    std::map<app::RequestId, std::chrono::milliseconds> theirs_;  ///< the same, with when they began at the latest
    std::deque<std::chrono::milliseconds> took_;                  ///< those that have ended, newest last
    app::RequestId accepted_ = 0;                                 ///< that the person waits for, and said so
    app::RequestId told_ = 0;                                     ///< that the notice is about; 0: there is none
    QString told_wait_;                                           ///< as it stands in the notice
    QTimer look_;                                                 ///< once whatever goes on now is over
    QTimer countdown_;                                            ///< runs while there is a notice
};

}  // namespace strata::ui
