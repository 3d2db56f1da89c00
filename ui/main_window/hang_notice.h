#pragma once

#include <functional>

#include <QObject>

#include "app/engine_watch.h"

namespace strata::ui {

class ModelController;
class Notices;

/// Says when the engine hangs. Its thread cannot be ended from outside, so the way out is to start the program anew.
class HangNotice : public QObject {
    Q_OBJECT

public:
    /// All must outlive this.
    struct Parts {
        app::EngineThread* engine = nullptr;
        ModelController* model = nullptr;
        Notices* notices = nullptr;
        std::function<void()> restart;  ///< starts the program anew, with everything as it is
    };

    explicit HangNotice(const Parts& parts, QObject* parent = nullptr) : HangNotice(parts, {}, {}, parent) {}
    /// patience, clock: for tests.
    HangNotice(const Parts& parts, app::EngineWatch::Patience patience, app::EngineWatch::Clock clock,
               QObject* parent = nullptr);

private:
    void tell(bool stuck);

    const Parts parts_;
    app::EngineWatch watch_;
};

}  // namespace strata::ui
