#include "app/remote/remote_call.h"

#include <algorithm>
#include <optional>
#include <utility>

#include <QEventLoop>
#include <QNetworkAccessManager>
#include <QNetworkProxy>
#include <QNetworkReply>
#include <QNetworkRequest>
#include <QSslError>
#include <QTimer>

namespace strata::app {
namespace {

constexpr qint64 kReadBuffer = qint64{1} << 20;
constexpr qint64 kLongestErrorBody = qint64{64} << 10;
constexpr std::chrono::milliseconds kAsking{100};
constexpr int kFirstSuccess = 200;
constexpr int kFirstRedirect = 300;
constexpr int kFirstError = 400;

tl::unexpected<Error> failed(const QString& message) {
    return tl::unexpected(Error{ErrorCode::io_error, message.toStdString()});
}

QNetworkRequest requestFor(const RemoteCall& call) {
    QNetworkRequest request(call.address.endpoint(call.path));
    request.setAttribute(QNetworkRequest::Http2AllowedAttribute, false);
    request.setAttribute(QNetworkRequest::RedirectPolicyAttribute, QNetworkRequest::ManualRedirectPolicy);
    request.setAttribute(QNetworkRequest::CacheLoadControlAttribute, QNetworkRequest::AlwaysNetwork);
    request.setAttribute(QNetworkRequest::CacheSaveControlAttribute, false);
    request.setAttribute(QNetworkRequest::CookieLoadControlAttribute, QNetworkRequest::Manual);
    request.setAttribute(QNetworkRequest::CookieSaveControlAttribute, QNetworkRequest::Manual);
    request.setAttribute(QNetworkRequest::AuthenticationReuseAttribute, QNetworkRequest::Manual);
    request.setRawHeader("Accept-Encoding", "identity");
    request.setRawHeader("User-Agent", "StrataDesktop");
    if (!call.body.empty()) {
        request.setRawHeader("Content-Type", "application/json");
        request.setRawHeader("Accept", "text/event-stream, application/json");
    }
    if (!call.key.isEmpty()) {
        request.setRawHeader("Authorization", "Bearer " + call.key.toUtf8());
    }
    return request;
}

/// What went wrong on the way, in words.
QString wayProblem(QNetworkReply::NetworkError error, const QString& host, const QString& details) {
    switch (error) {
        case QNetworkReply::ConnectionRefusedError:
            return QStringLiteral("nothing answers at %1: the server is not running there, or it is another port")
                .arg(host);
        case QNetworkReply::HostNotFoundError:
            return QStringLiteral("there is no computer with the name %1 in this network").arg(host);
        case QNetworkReply::TimeoutError:
        case QNetworkReply::NetworkSessionFailedError:
        case QNetworkReply::TemporaryNetworkFailureError:
        case QNetworkReply::UnknownNetworkError:
            return QStringLiteral("%1 cannot be reached (%2)").arg(host, details);
        case QNetworkReply::SslHandshakeFailedError:
            return QStringLiteral("the connection to %1 is not secure (%2); nothing was sent").arg(host, details);
        case QNetworkReply::RemoteHostClosedError:
            return QStringLiteral("the connection to %1 broke off").arg(host);
        case QNetworkReply::ProxyConnectionRefusedError:
        case QNetworkReply::ProxyConnectionClosedError:
        case QNetworkReply::ProxyNotFoundError:
        case QNetworkReply::ProxyTimeoutError:
        case QNetworkReply::ProxyAuthenticationRequiredError:
            return QStringLiteral("the proxy of this network did not let the connection to %1 through (%2)")
                .arg(host, details);
        default:
            break;
    }
    return QStringLiteral("the connection to %1 failed (%2)").arg(host, details);
}

/// The exchange while it lasts.
class Exchange {
public:
    Exchange(const RemoteCall& call, std::stop_token stop) : call_(call), stop_(std::move(stop)) {
        if (call.address.isPrivate()) {
            network_.setProxy(QNetworkProxy::NoProxy);  // a proxy outside does not know what is in here
        }
        silence_.setSingleShot(true);
    }

    Result<RemoteReply> run() {
        const QNetworkRequest request = requestFor(call_);
        OutsideRequest told = requestTo(request.url(), RequestReason::remote_engine);
        told.bytes_sent = static_cast<qint64>(call_.body.size());
        note(told);
        const std::unique_ptr<QNetworkReply> reply(
            call_.body.empty() ? network_.get(request) : network_.post(request, QByteArray::fromStdString(call_.body)));
        reply_ = reply.get();
        reply_->setReadBufferSize(kReadBuffer);
        QObject::connect(reply_, &QNetworkReply::sslErrors, reply_, [this](const QList<QSslError>& errors) {
            tls_problem_ = errors.isEmpty() ? QString() : errors.first().errorString();  // and they are not ignored
        });
        QObject::connect(reply_, &QNetworkReply::readyRead, reply_, [this] { read(); });
        QObject::connect(reply_, &QNetworkReply::finished, reply_, [this] { loop_.quit(); });
        QObject::connect(&silence_, &QTimer::timeout, reply_, [this] {
            timed_out_ = true;
            reply_->abort();
        });
        QTimer asking;
        QObject::connect(&asking, &QTimer::timeout, reply_, [this] {
            if (!call_.wanted()) {
                halt();
            }
        });
        if (call_.wanted) {
            asking.start(kAsking);
        }
        silence_.start(call_.first);
        // The stop may be asked for on any thread; what it does happens here.
        const std::stop_callback obey(stop_, [this] {
            QMetaObject::invokeMethod(
                &loop_, [this] { halt(); }, Qt::QueuedConnection);
        });
        if (!reply_->isFinished()) {
            loop_.exec();
        }
        auto concluded = conclude();
        told.requests = 0;
        told.bytes_sent = 0;
        told.bytes_received = received_;
        note(told);
        return concluded;
    }

private:
    int status() const { return reply_->attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt(); }

    void note(const OutsideRequest& request) const {
        if (call_.note) {
            call_.note(request);
        }
    }

    void halt() {
        result_.stopped = true;
        reply_->abort();
    }

    void read() {
        silence_.start(call_.silence);
        if (problem_ || enough_) {
            return;
        }
        if (status() < kFirstSuccess || status() >= kFirstRedirect) {
            const qint64 room = kLongestErrorBody - static_cast<qint64>(result_.error_body.size());
            result_.error_body += reply_->read(std::max(room, qint64{0})).toStdString();
            if (room <= 0) {
                reply_->readAll();
            }
            return;
        }
        if (!std::exchange(begun_, true)) {
            noteType();
            if (const auto begun = call_.begin ? call_.begin(result_.type) : Result<void>(); !begun) {
                end(begun.error());
                return;
            }
        }
        const QByteArray bytes = reply_->readAll();
        received_ += bytes.size();
        const auto more = call_.take(std::string_view(bytes.constData(), static_cast<std::size_t>(bytes.size())));
        if (!more) {
            end(more.error());
        } else if (!*more) {
            enough_ = true;
            reply_->abort();
        }
    }

    void end(const Error& error) {
        problem_ = error;
        reply_->abort();
    }

    void noteType() {
        result_.type = reply_->header(QNetworkRequest::ContentTypeHeader).toString().toLower().toStdString();
    }

    Result<RemoteReply> conclude() {
        silence_.stop();
        if (!result_.stopped && !timed_out_ && !problem_ && !enough_ && reply_->bytesAvailable() > 0) {
            read();
        }
        const QString host = call_.address.host();
        result_.status = status();
        noteType();
        if (result_.stopped || enough_) {
            return result_;
        }
        if (problem_) {
            return tl::unexpected(*problem_);
        }
        if (timed_out_) {
            return failed(QStringLiteral("%1 sent nothing for %2 s, so the connection was given up")
                              .arg(host)
                              .arg((begun_ ? call_.silence : call_.first).count() / 1000));
        }
        if (result_.status >= kFirstRedirect && result_.status < kFirstError) {
            const QUrl target = reply_->attribute(QNetworkRequest::RedirectionTargetAttribute).toUrl();
            return failed(QStringLiteral("%1 sends on to another address (%2); if that is right, enter that one itself")
                              .arg(host, target.toString(QUrl::RemoveUserInfo | QUrl::RemoveQuery).left(200)));
        }
        // Errors that the server states have a status; all others happened on the way.
        const bool on_the_way = result_.status == 0 || (result_.status < kFirstError && reply_->error() != 0);
        if (on_the_way) {
            return failed(
                wayProblem(reply_->error(), host, tls_problem_.isEmpty() ? reply_->errorString() : tls_problem_));
        }
        result_.complete = true;
        return result_;
    }

    const RemoteCall& call_;
    const std::stop_token stop_;
    QNetworkAccessManager network_;
    QEventLoop loop_;
    QTimer silence_;
    QNetworkReply* reply_ = nullptr;
    RemoteReply result_;
    std::optional<Error> problem_;
    QString tls_problem_;
    qint64 received_ = 0;
    bool timed_out_ = false;
    bool enough_ = false;
    bool begun_ = false;
};

}  // namespace

Result<RemoteReply> performCall(const RemoteCall& call, std::stop_token stop) {
    return Exchange(call, std::move(stop)).run();
}

}  // namespace strata::app
