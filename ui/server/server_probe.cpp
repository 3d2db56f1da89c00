#include "ui/server/server_probe.h"

#include <QElapsedTimer>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QNetworkProxy>
#include <QNetworkReply>
#include <QPointer>

namespace strata::ui {
namespace {

constexpr std::chrono::milliseconds kPatience{5'000};
constexpr qint64 kLargestAnswer = 1 << 20;

QStringList modelsIn(const QByteArray& answer) {
    QStringList models;
    for (const QJsonValue& model : QJsonDocument::fromJson(answer).object().value(QLatin1String("data")).toArray()) {
        models.append(model.toObject().value(QLatin1String("id")).toString());
    }
    return models;
}

}  // namespace

ServerProbe::ServerProbe(QObject* parent) : QObject(parent) {
    network_.setProxy(QNetworkProxy::NoProxy);
    network_.setTransferTimeout(static_cast<int>(kPatience.count()));
}

void ServerProbe::askModels(const QString& address, const QString& key, QObject* context, const Done& done) {
    ask(QUrl(address + QStringLiteral("/v1/models")), key, context, done);
}

void ServerProbe::askHealth(const QString& address, QObject* context, const Done& done) {
    ask(QUrl(address + QStringLiteral("/health")), {}, context, done);
}

void ServerProbe::ask(const QUrl& url, const QString& key, QObject* context, const Done& done) {
    QNetworkRequest request(url);
    request.setRawHeader("User-Agent", "Strata-Desktop");
    request.setRawHeader("Connection", "close");  // so that it does not stay and count as an app
    request.setAttribute(QNetworkRequest::RedirectPolicyAttribute, QNetworkRequest::ManualRedirectPolicy);
    if (!key.isEmpty()) {
        request.setRawHeader("Authorization", "Bearer " + key.toLatin1());
    }
    QElapsedTimer clock;
    clock.start();
    QNetworkReply* const reply = network_.get(request);
    connect(reply, &QNetworkReply::finished, this, [reply, clock, done, owner = QPointer(context)] {
        reply->deleteLater();
        ProbeResult result;
        result.status = reply->attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt();
        result.took = std::chrono::milliseconds(clock.elapsed());
        if (result.status == 0) {
            result.problem = reply->errorString();
        } else {
            result.models = modelsIn(reply->read(kLargestAnswer));
        }
        if (owner) {
            done(result);
        }
    });
}

}  // namespace strata::ui
