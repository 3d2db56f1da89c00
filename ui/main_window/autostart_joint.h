#pragma once

#include <memory>

#include <QObject>
#include <QThreadPool>

#include "app/autostart.h"

namespace strata::app {
class Settings;
}

namespace strata::ui {

/// Lets the setting "Start with the computer" hold, and follows what the person changed in the system's own settings.
class AutostartJoint : public QObject {
    Q_OBJECT

public:
    /// settings must outlive this.
    AutostartJoint(app::Settings* settings, app::Autostart autostart, QObject* parent = nullptr);
    /// Waits for what is being written.
    ~AutostartJoint() override;

Q_SIGNALS:
    /// The system refused; the setting is as before.
    void failed(const QString& reason);
    /// The setting is what the system says.
    void settled();

private:
    void follow();
    void show(bool on);

    app::Settings* settings_;
    std::shared_ptr<app::Autostart> autostart_;  ///< shared with what runs on the thread
    bool known_ = false;                         ///< that the system was asked
    bool on_ = false;                            ///< in the system
    QThreadPool disk_;
};

}  // namespace strata::ui
