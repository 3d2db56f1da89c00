#pragma once

#include <chrono>
#include <functional>

#include <QNetworkAccessManager>
#include <QObject>
#include <QString>
#include <QStringList>
#include <QUrl>

namespace strata::ui {

/// What a server has answered.
struct ProbeResult {
    int status = 0;      ///< of HTTP; 0: nothing came
    QString problem;     ///< why nothing came
    QStringList models;  ///< that it named
    std::chrono::milliseconds took{0};
};

/// Asks a server on this PC as another program would, past every proxy. Lives on the window's thread.
class ServerProbe : public QObject {
    Q_OBJECT

public:
    using Done = std::function<void(const ProbeResult& result)>;

    explicit ServerProbe(QObject* parent = nullptr);

    /// Asks for the models; `done` comes later, and not at all once the probe or `context` is gone. key: empty: none is
    /// shown.
    virtual void askModels(const QString& address, const QString& key, QObject* context, const Done& done);
    /// Asks whether it is there.
    virtual void askHealth(const QString& address, QObject* context, const Done& done);

private:
    void ask(const QUrl& url, const QString& key, QObject* context, const Done& done);

    QNetworkAccessManager network_;
};

}  // namespace strata::ui
