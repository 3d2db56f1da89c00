#include "app/api/picture_fetch.h"

#include <algorithm>
#include <memory>
#include <optional>

#include <QDeadlineTimer>
#include <QEventLoop>
#include <QHostInfo>
#include <QNetworkInterface>
#include <QNetworkProxy>
#include <QSslSocket>
#include <QTimer>
#include <QUrl>

#include <boost/asio/buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>

#include "app/api/public_address.h"

namespace strata::app::api {
namespace {

namespace http = boost::beast::http;

constexpr int kHttp = 80;
constexpr int kHttps = 443;
constexpr std::uint32_t kHeadBytes = 32 << 10;

tl::unexpected<ApiError> forbidden(const std::string& param) {
    return refuse(ErrorKind::image_url_not_allowed,
                  "only pictures at public http or https addresses are fetched; send the picture as a data: URL",
                  param);
}

tl::unexpected<ApiError> failed(const std::string& param) {
    return refuse(ErrorKind::invalid_image, "the picture could not be fetched; send it as a data: URL", param);
}

/// A target that has passed the rules, read by the one parser that there is.
struct Target {
    QUrl url;
    QList<QHostAddress> addresses;

    bool isEncrypted() const { return url.scheme() == QLatin1String("https"); }
    quint16 port() const { return static_cast<quint16>(url.port(isEncrypted() ? kHttps : kHttp)); }
};

int left(const QDeadlineTimer& deadline) {
    return static_cast<int>(std::max<qint64>(0, deadline.remainingTime()));
}

/// Empty: there is no such name, or nobody said so in time. The system may take longer than the deadline allows.
QList<QHostAddress> resolved(const QString& host, const QDeadlineTimer& deadline, const FetchRules& rules) {
    const QHostAddress number(host);
    if (!number.isNull()) {
        return {number};
    }
    QList<QHostAddress> addresses;
    bool is_known = false;
    QEventLoop loop;
    const auto found = [&](const QList<QHostAddress>& answer) {
        addresses = answer;
        is_known = true;
        loop.quit();
    };
    int look_up = -1;
    if (rules.resolve) {
        rules.resolve(host, found);
    } else {
        look_up = QHostInfo::lookupHost(host, &loop, [found](const QHostInfo& info) { found(info.addresses()); });
    }
    if (!is_known) {
        QTimer::singleShot(left(deadline), &loop, &QEventLoop::quit);
        loop.exec();
    }
    if (!is_known && look_up >= 0) {
        QHostInfo::abortHostLookup(look_up);
    }
    return addresses;
}

bool admits(const QHostAddress& address, const FetchRules& rules) {
    if (rules.admits) {
        return rules.admits(address);
    }
    return isPublicAddress(address) && !QNetworkInterface::allAddresses().contains(address);
}

bool admitsPort(const Target& target, const FetchRules& rules) {
    if (rules.admits_port) {
        return rules.admits_port(target.url.scheme(), target.port());
    }
    return target.port() == kHttp || target.port() == kHttps;
}

ApiResult<Target> checked(const QUrl& url, const std::string& param, const QDeadlineTimer& deadline,
                          const FetchRules& rules) {
    Target out{url, {}};
    const bool is_web = url.scheme() == QLatin1String("http") || out.isEncrypted();
    if (!url.isValid() || !is_web || url.host().isEmpty() || !url.userInfo().isEmpty() || !admitsPort(out, rules)) {
        return forbidden(param);
    }
    out.addresses = resolved(url.host(), deadline, rules);
    if (out.addresses.isEmpty()) {
        return failed(param);
    }
    if (!std::ranges::all_of(out.addresses, [&](const QHostAddress& address) { return admits(address, rules); })) {
        return forbidden(param);
    }
    return out;
}

/// Connects to an address that was checked; a certificate is still the name's.
std::unique_ptr<QSslSocket> connected(const Target& target, const QDeadlineTimer& deadline) {
    for (const QHostAddress& address : target.addresses) {
        auto socket = std::make_unique<QSslSocket>();
        socket->setProxy(QNetworkProxy::NoProxy);
        if (target.isEncrypted()) {
            socket->connectToHostEncrypted(address.toString(), target.port(), target.url.host());
            if (socket->waitForEncrypted(left(deadline))) {
                return socket;
            }
        } else {
            socket->connectToHost(address, target.port());
            if (socket->waitForConnected(left(deadline))) {
                return socket;
            }
        }
    }
    return nullptr;
}

QByteArray requestFor(const QUrl& url) {
    QByteArray path = url.path(QUrl::FullyEncoded).toUtf8();
    if (path.isEmpty()) {
        path = "/";
    }
    if (url.hasQuery()) {
        path += '?' + url.query(QUrl::FullyEncoded).toUtf8();
    }
    const QString port = url.port() < 0 ? QString() : ':' + QString::number(url.port());
    const QString host = url.host(QUrl::FullyEncoded);
    const QString name = host.contains(':') ? '[' + host + ']' : host;
    return "GET " + path + " HTTP/1.1\r\nHost: " + (name + port).toUtf8() +
           "\r\nUser-Agent: Strata-Desktop\r\nAccept: image/*\r\nAccept-Encoding: identity\r\nConnection: "
           "close\r\n\r\n";
}

using Message = http::response<http::string_body>;

/// The whole answer; none: it did not come, is too large or is no HTTP.
std::optional<Message> exchange(QSslSocket& socket, const QUrl& url, const QDeadlineTimer& deadline,
                                const FetchRules& rules) {
    socket.write(requestFor(url));
    http::response_parser<http::string_body> parser;
    parser.header_limit(kHeadBytes);
    parser.body_limit(rules.bytes);
    parser.eager(true);
    std::string received;
    while (!parser.is_done()) {
        if (socket.bytesAvailable() == 0 && !socket.waitForReadyRead(left(deadline))) {
            boost::beast::error_code error;
            if (deadline.hasExpired() || !parser.got_some()) {
                return std::nullopt;
            }
            parser.put_eof(error);  // some servers end a body by closing
            if (error) {
                return std::nullopt;
            }
            break;
        }
        const QByteArray piece = socket.readAll();
        received.append(piece.constData(), static_cast<std::size_t>(piece.size()));
        boost::beast::error_code error;
        const std::size_t taken = parser.put(boost::asio::buffer(received), error);
        received.erase(0, taken);
        if ((error && error != http::error::need_more) || received.size() > kHeadBytes) {
            return std::nullopt;
        }
    }
    return parser.release();
}

bool isRedirect(unsigned status) {
    return status == 301 || status == 302 || status == 303 || status == 307 || status == 308;
}

}  // namespace

ApiResult<std::string> fetchPicture(const std::string& address, const std::string& param, const FetchRules& rules) {
    const QDeadlineTimer deadline(rules.patience);
    QUrl url(QString::fromStdString(address), QUrl::StrictMode);
    for (int redirects = 0; redirects <= rules.redirects; ++redirects) {
        const auto target = checked(url, param, deadline, rules);
        if (!target) {
            return tl::unexpected(target.error());
        }
        const auto socket = connected(*target, deadline);
        auto message = socket ? exchange(*socket, target->url, deadline, rules) : std::nullopt;
        if (!message) {
            return failed(param);
        }
        if (message->result() == http::status::ok) {
            return std::move(message->body());
        }
        const auto location = message->find(http::field::location);
        if (!isRedirect(message->result_int()) || location == message->end()) {
            return failed(param);
        }
        const auto text = location->value();
        url = target->url.resolved(
            QUrl(QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())), QUrl::StrictMode));
    }
    return failed(param);
}

}  // namespace strata::app::api
