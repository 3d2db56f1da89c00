#include "app/run_marker.h"

#include <algorithm>

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include "app/whole_file.h"

namespace strata::app {
namespace {

constexpr qint64 kLargest = 1 << 16;
const QLatin1String kState("state");
const QLatin1String kCrashes("crashes");
const QLatin1String kEnded("ended");
const QLatin1String kLoading("loading");
const QLatin1String kRunning("running");

QJsonObject readMarker(const QString& path) {
    QFile file(path);
    if (path.isEmpty() || !file.open(QIODevice::ReadOnly)) {
        return {};
    }
    return QJsonDocument::fromJson(file.read(kLargest)).object();
}

}  // namespace

RunMarker::RunMarker(const QString& path, const QDateTime& now) : path_(path) {
    const QJsonObject left = readMarker(path);
    const qint64 present = now.toSecsSinceEpoch();
    const qint64 oldest = present - std::chrono::seconds(kLately).count();
    for (const QJsonValue& crash : left[kCrashes].toArray()) {
        const qint64 time = crash.toInteger();
        if (time >= oldest && time <= present) {
            crashes_.push_back(time);
        }
    }
    const QString state = left[kState].toString();
    last_.crashed = state == kLoading || state == kRunning;
    last_.while_loading = state == kLoading;
    if (last_.crashed) {
        crashes_.push_back(present);  // when it was is not known; it is noticed now
    }
    last_.crashes_lately = static_cast<int>(crashes_.size());
    write();
}

bool RunMarker::setPhase(Phase phase) {
    const std::lock_guard lock(mutex_);
    if (ended_ || phase == phase_) {
        return true;
    }
    phase_ = phase;
    return write();
}

void RunMarker::end() {
    const std::lock_guard lock(mutex_);
    ended_ = true;
    write();
}

bool RunMarker::write() {
    if (path_.isEmpty()) {
        return true;
    }
    QJsonArray crashes;
    for (const qint64 time : crashes_) {
        crashes.append(time);
    }
    const QLatin1String state = ended_ ? kEnded : (phase_ == Phase::loading ? kLoading : kRunning);
    const QJsonObject marker{{kState, state}, {kCrashes, crashes}};
    return writeWholeFile(path_, QJsonDocument(marker).toJson(QJsonDocument::Compact)).has_value();
}

}  // namespace strata::app
