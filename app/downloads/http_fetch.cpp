#include "app/downloads/http_fetch.h"

#include <algorithm>
#include <utility>

#include <QNetworkAccessManager>
#include <QNetworkRequest>
#include <QRegularExpression>

namespace strata::app {
namespace {

constexpr int kLongestRetryAfter = 600;  // seconds; a server that wants more is asked again all the same

std::optional<qint64> numberOf(const QByteArray& text) {
    bool fine = false;
    const qint64 number = text.trimmed().toLongLong(&fine);
    return fine && number >= 0 ? std::optional(number) : std::nullopt;
}

QByteArray unquoted(QByteArray tag) {
    tag = tag.trimmed();
    return tag.size() >= 2 && tag.startsWith('"') && tag.endsWith('"') ? tag.mid(1, tag.size() - 2) : tag;
}

bool isPage(const QByteArray& type) {
    const QByteArray lower = type.toLower();
    return lower.startsWith("text/html") || lower.startsWith("application/xhtml");
}

void readRange(const QByteArray& text, HttpAnswer& answer) {
    static const QRegularExpression kRange(QStringLiteral("^bytes\\s+(?:(\\d{1,18})-(\\d{1,18})|\\*)/(\\d{1,18})$"));
    const auto match = kRange.match(QString::fromLatin1(text.trimmed()));
    if (match.hasMatch()) {
        answer.begin = numberOf(match.captured(1).toLatin1());
        if (const auto last = numberOf(match.captured(2).toLatin1())) {
            answer.end = *last + 1;
        }
        answer.total = numberOf(match.captured(3).toLatin1());
    }
}

HttpAnswer answerOf(const QNetworkReply& reply, const QUrl& address, bool redirected) {
    HttpAnswer answer;
    answer.status = reply.attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt();
    answer.address = address;
    answer.redirected = redirected;
    answer.is_page = isPage(reply.rawHeader("Content-Type"));
    answer.length = numberOf(reply.rawHeader("Content-Length"));
    readRange(reply.rawHeader("Content-Range"), answer);
    const QByteArray etag = reply.rawHeader("ETag").trimmed();
    if (etag.startsWith('"') && etag.size() > 2) {
        answer.etag = etag;
    }
    answer.linked_bytes = numberOf(reply.rawHeader("X-Linked-Size"));
    const QByteArray linked = unquoted(reply.rawHeader("X-Linked-Etag")).toLower();
    static const QRegularExpression kDigest(QStringLiteral("^[0-9a-f]{64}$"));
    if (kDigest.match(QString::fromLatin1(linked)).hasMatch()) {
        answer.linked_sha256 = linked;
    }
    answer.retry_after =
        static_cast<int>(std::min<qint64>(numberOf(reply.rawHeader("Retry-After")).value_or(0), kLongestRetryAfter));
    return answer;
}

}  // namespace

HttpFetch::HttpFetch(QNetworkAccessManager* network, const DownloadOptions& options, HostToken token, QObject* parent)
    : QObject(parent),
      network_(network),
      options_(options),
      token_(std::move(token)),
      read_buffer_(options.read_buffer_bytes) {
    silence_.setSingleShot(true);
    silence_.setInterval(options.silence);
    connect(&silence_, &QTimer::timeout, this,
            [this] { fail(DownloadTrouble::slow_network, tr("no byte came in time")); });
}

HttpFetch::~HttpFetch() {
    abort();
}

void HttpFetch::start(const Request& request) {
    request_ = request;
    address_ = request.address;
    send();
}

void HttpFetch::send() {
    const bool secure = address_.scheme() == QLatin1String("https");
    if (!address_.isValid() || address_.host().isEmpty() ||
        !(secure || (options_.allow_http && address_.scheme() == QLatin1String("http")))) {
        fail(DownloadTrouble::insecure, tr("%1 is no secure address").arg(address_.toDisplayString()));
        return;
    }
    QNetworkRequest request(address_);
    request.setAttribute(QNetworkRequest::RedirectPolicyAttribute, QNetworkRequest::ManualRedirectPolicy);
    request.setAttribute(QNetworkRequest::Http2AllowedAttribute, false);
    request.setAttribute(QNetworkRequest::CookieLoadControlAttribute, QNetworkRequest::Manual);
    request.setAttribute(QNetworkRequest::CookieSaveControlAttribute, QNetworkRequest::Manual);
    request.setAttribute(QNetworkRequest::CacheLoadControlAttribute, QNetworkRequest::AlwaysNetwork);
    request.setRawHeader("Accept-Encoding", "identity");
    request.setRawHeader("User-Agent", "Strata-Desktop");
    if (request_.begin > 0 || request_.end > 0) {
        const QByteArray end = request_.end > 0 ? QByteArray::number(request_.end - 1) : QByteArray();
        request.setRawHeader("Range", "bytes=" + QByteArray::number(request_.begin) + '-' + end);
        if (!request_.if_range.isEmpty()) {
            request.setRawHeader("If-Range", request_.if_range);
        }
    }
    if (!token_.token.isEmpty() && secure && address_.port(443) == 443 &&
        address_.host().compare(token_.host, Qt::CaseInsensitive) == 0) {
        request.setRawHeader("Authorization", "Bearer " + token_.token.toUtf8());
    }
    if (options_.note) {
        options_.note(requestTo(address_, request_.reason));
    }
    reply_ = request_.method == Method::get ? network_->get(request) : network_->head(request);
    reply_->setReadBufferSize(read_buffer_);
    // Queued: to abort a reply while it reports is more than it can take.
    connect(reply_, &QNetworkReply::metaDataChanged, this, &HttpFetch::readHead, Qt::QueuedConnection);
    connect(reply_, &QNetworkReply::readyRead, this, &HttpFetch::readBytes, Qt::QueuedConnection);
    connect(reply_, &QNetworkReply::finished, this, &HttpFetch::finish, Qt::QueuedConnection);
    silence_.start();
}

void HttpFetch::readBytes() {
    readHead();
    if (reply_ && !reply_->isFinished()) {
        silence_.start();
    }
    if (reply_ && answered_) {
        Q_EMIT bytesReady();
    }
}

/// Looks at the head once it is there, and goes where it points to.
void HttpFetch::readHead() {
    const int status = reply_ ? reply_->attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt() : 0;
    if (answered_ || status < 200) {
        return;
    }
    const bool redirect = status == 301 || status == 302 || status == 303 || status == 307 || status == 308;
    if (redirect && request_.method != Method::head) {
        const QUrl target(QString::fromUtf8(reply_->rawHeader("Location")), QUrl::StrictMode);
        if (target.isValid() && follow(address_.resolved(target))) {
            return;
        }
    }
    if (!reply_) {
        return;  // a redirect that is not taken has ended it
    }
    answered_ = true;
    silence_.start();
    Q_EMIT answered(answerOf(*reply_, address_, redirects_ > 0));
}

/// True: the redirect was dealt with.
bool HttpFetch::follow(const QUrl& target) {
    const bool downgrade = address_.scheme() == QLatin1String("https") && target.scheme() != QLatin1String("https");
    if (downgrade || !target.userInfo().isEmpty()) {
        fail(DownloadTrouble::insecure, tr("%1 points to an address that is not secure").arg(address_.host()));
        return true;
    }
    if (++redirects_ > options_.most_redirects) {
        fail(DownloadTrouble::refused, tr("%1 points from one address to the next without end").arg(address_.host()));
        return true;
    }
    abort();
    address_ = target;
    address_.setFragment(QString());
    send();
    return true;
}

void HttpFetch::finish() {
    readHead();
    if (!reply_ || !reply_->isFinished()) {
        return;  // a redirect has begun another one
    }
    silence_.stop();
    const auto problem = problemOf(*reply_);
    Q_EMIT ended(problem);
}

void HttpFetch::expectBytes(bool expected) {
    if (!expected) {
        silence_.stop();
    } else if (reply_ && !reply_->isFinished() && !silence_.isActive()) {
        silence_.start();
    }
}

qint64 HttpFetch::bytesAvailable() const {
    return reply_ ? reply_->bytesAvailable() : 0;
}

qint64 HttpFetch::read(char* to, qint64 most) {
    const qint64 read = reply_ ? reply_->read(to, most) : 0;
    read_bytes_ += std::max<qint64>(read, 0);
    return read;
}

void HttpFetch::setReadBuffer(qint64 bytes) {
    read_buffer_ = bytes;
    if (reply_) {
        reply_->setReadBufferSize(bytes);
    }
}

void HttpFetch::abort() {
    silence_.stop();
    noteBytes();
    if (reply_) {
        QNetworkReply* const reply = reply_;
        reply_.clear();
        reply->disconnect(this);
        reply->abort();
        reply->deleteLater();
    }
}

void HttpFetch::noteBytes() {
    if (options_.note && read_bytes_ > 0) {
        OutsideRequest read = requestTo(address_, request_.reason);
        read.requests = 0;
        read.bytes_received = read_bytes_;
        options_.note(read);
    }
    read_bytes_ = 0;
}

void HttpFetch::fail(DownloadTrouble trouble, const QString& reason) {
    abort();
    DownloadProblem problem;
    problem.trouble = trouble;
    problem.place = address_.host();
    problem.reason = reason;
    // Never from within start().
    QMetaObject::invokeMethod(
        this, [this, problem] { Q_EMIT ended(problem); }, Qt::QueuedConnection);
}

std::optional<DownloadProblem> HttpFetch::problemOf(const QNetworkReply& reply) const {
    const QNetworkReply::NetworkError error = reply.error();
    const int status = reply.attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt();
    DownloadProblem problem;
    problem.place = address_.host();
    problem.reason = reply.errorString();
    switch (error) {
        case QNetworkReply::NoError:
            return std::nullopt;
        case QNetworkReply::SslHandshakeFailedError:
        case QNetworkReply::InsecureRedirectError:
            problem.trouble = DownloadTrouble::insecure;
            return problem;
        case QNetworkReply::ProxyConnectionRefusedError:
        case QNetworkReply::ProxyConnectionClosedError:
        case QNetworkReply::ProxyNotFoundError:
        case QNetworkReply::ProxyTimeoutError:
        case QNetworkReply::ProxyAuthenticationRequiredError:
        case QNetworkReply::UnknownProxyError:
            problem.trouble = DownloadTrouble::proxy;
            problem.http_status = status;
            return problem;
        case QNetworkReply::HostNotFoundError:
        case QNetworkReply::TemporaryNetworkFailureError:
        case QNetworkReply::NetworkSessionFailedError:
        case QNetworkReply::UnknownNetworkError:
            problem.trouble = DownloadTrouble::no_network;
            return problem;
        default:
            break;
    }
    if (answered_ && error >= QNetworkReply::ContentAccessDenied && error <= QNetworkReply::UnknownServerError &&
        status >= 400) {
        return std::nullopt;  // the answer's status says it
    }
    problem.trouble = DownloadTrouble::slow_network;
    return problem;
}

}  // namespace strata::app
