#include "app/web_pages.h"

#include <QRegularExpression>
#include <QUrl>

namespace strata::app {
namespace {

/// Browsers leave these out.
bool isUsualPort(const QString& scheme, int port) {
    return (scheme == QLatin1String("http") && port == 80) || (scheme == QLatin1String("https") && port == 443);
}

}  // namespace

std::optional<QString> webPageOrigin(const QString& text) {
    // Only the shape; QUrl would take much more for an address, and mend some of it.
    static const QRegularExpression kShape(
        QStringLiteral("^[A-Za-z][A-Za-z0-9+.-]*://(\\[[0-9A-Fa-f:.]+\\]|[^\\s/?#@:*\\\\\\[\\]]+)(:[0-9]{1,5})?$"));
    if (!kShape.match(text).hasMatch()) {
        return std::nullopt;
    }
    const QUrl url(text, QUrl::StrictMode);
    if (!url.isValid() || url.host().isEmpty() || url.port(1) < 1) {
        return std::nullopt;
    }
    QString host = url.host(QUrl::FullyEncoded);
    if (host.contains(u':') && !host.startsWith(u'[')) {
        host = u'[' + host + u']';
    }
    const QString scheme = url.scheme();
    const QString port =
        url.port() < 0 || isUsualPort(scheme, url.port()) ? QString() : u':' + QString::number(url.port());
    return scheme + QStringLiteral("://") + host + port;
}

WebPages readWebPages(const QString& text) {
    static const QRegularExpression kBetween(QStringLiteral("[\\s,;]+"));
    WebPages read;
    bool any = false;
    for (const QString& word : text.split(kBetween, Qt::SkipEmptyParts)) {
        const std::optional<QString> page = word == kAnyWebPage ? std::optional<QString>(word) : webPageOrigin(word);
        if (!page) {
            read.wrong = word;
            return read;
        }
        any = any || *page == kAnyWebPage;
        if (!read.pages.contains(*page)) {
            read.pages.append(*page);
        }
    }
    read.mixed = any && read.pages.size() > 1;
    return read;
}

}  // namespace strata::app
