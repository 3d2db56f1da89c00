#pragma once

#include <QString>

#include "strata/result.h"

namespace strata::app {

/// Whether the program starts when its user logs in: an entry that only this class writes, in the user's own autostart
/// folder or in the registry's Run key. No administrator rights. May wait for the disk.
class Autostart {
public:
    /// program: what is started. folder: for tests, instead of the user's own autostart folder (Linux).
    explicit Autostart(QString program, QString folder = QString());

    bool isOn() const;
    /// Errors: io_error.
    Result<void> set(bool on);

    /// Given to the program that is started so: it comes up in the tray, without a window.
    static QString startArgument() { return QStringLiteral("--in-tray"); }

private:
    QString entry() const;

    const QString program_;
    const QString folder_;
};

}  // namespace strata::app
