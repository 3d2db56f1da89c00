#include "app/downloads/keep_awake.h"

#ifdef _WIN32
#define WIN32_LEAN_AND_MEAN
#define NOMINMAX
#include <windows.h>
#else
#include <QDir>
#include <QFile>
#include <QProcess>
#include <QStandardPaths>
#endif

namespace strata::app {

#ifdef _WIN32

struct KeepAwake::System {
    static bool onMains() {
        SYSTEM_POWER_STATUS status{};
        return !GetSystemPowerStatus(&status) || status.ACLineStatus != 0;
    }
    bool hold() { return SetThreadExecutionState(ES_CONTINUOUS | ES_SYSTEM_REQUIRED) != 0; }
    void release() { SetThreadExecutionState(ES_CONTINUOUS); }
};

#else

/// The session manager's own tool holds the lock as long as its input is open: it ends with this program, however that
/// ends. Where the tool is missing the computer sleeps as it is set.
struct KeepAwake::System {
    std::unique_ptr<QProcess> holder;

    static bool onMains() {
        const QDir supplies(QStringLiteral("/sys/class/power_supply"));
        bool has_battery = false;
        for (const QString& name : supplies.entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
            const auto value = [&](const char* key) {
                QFile file(supplies.filePath(name) + QLatin1Char('/') + QLatin1String(key));
                return file.open(QIODevice::ReadOnly) ? file.read(64).trimmed() : QByteArray();
            };
            if (value("type") == "Mains" && value("online") == "1") {
                return true;
            }
            has_battery = has_battery || value("type") == "Battery";
        }
        return !has_battery;
    }
    bool hold() {
        const QString tool = QStandardPaths::findExecutable(QStringLiteral("systemd-inhibit"));
        if (tool.isEmpty()) {
            return false;
        }
        holder = std::make_unique<QProcess>();
        holder->start(tool, {QStringLiteral("--what=sleep:idle"), QStringLiteral("--who=Strata Desktop"),
                             QStringLiteral("--why=Download"), QStringLiteral("--mode=block"), QStringLiteral("cat")});
        return true;
    }
    void release() {
        constexpr int kPatience = 1'000;  // milliseconds
        holder->closeWriteChannel();
        if (holder->state() != QProcess::NotRunning && !holder->waitForFinished(kPatience)) {
            holder->kill();
            holder->waitForFinished(kPatience);
        }
        holder.reset();
    }
};

#endif

KeepAwake::KeepAwake() : system_(std::make_unique<System>()) {}

KeepAwake::~KeepAwake() {
    hold(false);
}

void KeepAwake::hold(bool wanted) {
    if (wanted && !held_) {
        held_ = System::onMains() && system_->hold();
    } else if (!wanted && held_) {
        system_->release();
        held_ = false;
    }
}

}  // namespace strata::app
