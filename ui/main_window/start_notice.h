#pragma once

#include <functional>

#include <QObject>

#include "app/run_marker.h"

namespace strata::ui {

class ModelController;
class ModelLife;
class Notices;

/// Says at the start how the last run ended, if that was not as it should, and lets the person choose how to go on.
class StartNotice : public QObject {
    Q_OBJECT

public:
    /// All must outlive this.
    struct Parts {
        Notices* notices = nullptr;
        ModelController* model = nullptr;
        ModelLife* life = nullptr;
        std::function<void()> show_settings;
        std::function<void()> show_diagnostics;  ///< none: it is not offered
    };

    explicit StartNotice(const Parts& parts, QObject* parent = nullptr);

    /// Begins to load the model, or asks first.
    void start(const app::LastRun& last);

private:
    void tell(const app::LastRun& last);

    const Parts parts_;
};

}  // namespace strata::ui
