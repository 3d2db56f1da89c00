#include "app/request_journal.h"

#include <algorithm>
#include <iterator>
#include <optional>

#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>

#include "app/whole_file.h"

namespace strata::app {
namespace {

constexpr struct {
    RequestReason reason;
    const char* name;
} kReasons[] = {{RequestReason::download, "download"},
                {RequestReason::connection_test, "connection_test"},
                {RequestReason::remote_engine, "remote_engine"},
                {RequestReason::link, "link"}};

QByteArray lineOf(const OutsideRequest& request) {
    const auto* const named =
        std::ranges::find_if(kReasons, [&](const auto& reason) { return reason.reason == request.reason; });
    const QJsonObject line{{QStringLiteral("time"), request.time.toUTC().toString(Qt::ISODate)},
                           {QStringLiteral("why"), QLatin1String(named->name)},
                           {QStringLiteral("address"), request.address},
                           {QStringLiteral("requests"), request.requests},
                           {QStringLiteral("sent"), request.bytes_sent},
                           {QStringLiteral("received"), request.bytes_received}};
    return QJsonDocument(line).toJson(QJsonDocument::Compact) + '\n';
}

std::optional<OutsideRequest> requestOf(const QByteArray& text) {
    const QJsonObject line = QJsonDocument::fromJson(text).object();
    const QString why = line.value(QLatin1String("why")).toString();
    const auto* const named =
        std::ranges::find_if(kReasons, [&](const auto& reason) { return why == QLatin1String(reason.name); });
    OutsideRequest request;
    request.time = QDateTime::fromString(line.value(QLatin1String("time")).toString(), Qt::ISODate);
    request.address = line.value(QLatin1String("address")).toString();
    request.requests = line.value(QLatin1String("requests")).toInt();
    request.bytes_sent = line.value(QLatin1String("sent")).toInteger();
    request.bytes_received = line.value(QLatin1String("received")).toInteger();
    if (named == std::end(kReasons) || !request.time.isValid() || request.address.isEmpty()) {
        return std::nullopt;
    }
    request.reason = named->reason;
    return request;
}

bool isOld(const OutsideRequest& request) {
    return request.time < QDateTime::currentDateTime().addDays(-RequestJournal::kDays);
}

}  // namespace

OutsideRequest requestTo(const QUrl& address, RequestReason reason) {
    OutsideRequest request;
    request.time = QDateTime::currentDateTimeUtc();
    request.reason = reason;
    request.address = address.toString(QUrl::RemoveUserInfo | QUrl::RemoveQuery | QUrl::RemoveFragment);
    return request;
}

RequestJournal::RequestJournal(const QString& path) : path_(path) {
    writer_.setMaxThreadCount(1);
    if (!path_.isEmpty()) {
        writer_.start([this] { load(); });
    }
}

RequestJournal::~RequestJournal() {
    writer_.waitForDone();
}

/// What was noted meanwhile is newer than all of the file.
void RequestJournal::load() {
    QFile file(path_);
    if (!file.open(QIODevice::ReadOnly)) {
        return;
    }
    const QList<QByteArray> lines = file.readAll().split('\n');
    file.close();
    const std::lock_guard lock(mutex_);
    std::vector<OutsideRequest> newer;
    newer.swap(requests_);
    for (const QByteArray& line : lines) {
        if (const auto request = requestOf(line); request && !isOld(*request)) {
            add(*request);
        }
    }
    QByteArray kept;
    for (const OutsideRequest& request : requests_) {
        kept += lineOf(request);
    }
    static_cast<void>(writeWholeFile(path_, kept));  // the file as it was is good as well
    std::ranges::for_each(newer, [this](const OutsideRequest& request) { add(request); });
}

void RequestJournal::add(const OutsideRequest& request) {
    const auto same = std::find_if(requests_.rbegin(), requests_.rend(), [&](const OutsideRequest& other) {
        return other.address == request.address && other.reason == request.reason;
    });
    if (same != requests_.rend() && same->time.secsTo(request.time) <= kTogether) {
        same->requests += request.requests;
        same->bytes_sent += request.bytes_sent;
        same->bytes_received += request.bytes_received;
        return;
    }
    requests_.push_back(request);
    if (requests_.size() > kMost) {
        requests_.erase(requests_.begin());
    }
}

void RequestJournal::note(const OutsideRequest& request) {
    {
        const std::lock_guard lock(mutex_);
        add(request);
    }
    if (!path_.isEmpty()) {
        writer_.start([this, request] { append(request); });
    }
}

void RequestJournal::append(const OutsideRequest& request) const {
    QFile file(path_);
    if (file.open(QIODevice::WriteOnly | QIODevice::Append)) {
        file.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner);
        file.write(lineOf(request));
    }
}

RequestSink RequestJournal::sink() {
    return [this](const OutsideRequest& request) { note(request); };
}

std::vector<OutsideRequest> RequestJournal::all() const {
    const std::lock_guard lock(mutex_);
    std::vector<OutsideRequest> newest;
    std::copy_if(requests_.rbegin(), requests_.rend(), std::back_inserter(newest),
                 [](const OutsideRequest& request) { return !isOld(request); });
    return newest;
}

}  // namespace strata::app
