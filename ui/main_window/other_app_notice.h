#pragma once

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

    explicit OtherAppNotice(const Parts& parts, QObject* parent = nullptr);

private:
    void takeSubmitted(app::RequestId id);
    void takeEnd(app::RequestId id);
    void look();
    bool mineWaits() const;
    app::RequestId running() const;

    const Parts parts_;
    std::set<app::RequestId> mine_, theirs_;  ///< that have not ended
    app::RequestId accepted_ = 0;             ///< that the person waits for, and said so
    app::RequestId told_ = 0;                 ///< that the notice is about; 0: there is none
    QTimer look_;                             ///< once whatever goes on now is over
};

}  // namespace strata::ui
