#include "ui/text/link_policy.h"

namespace strata::ui {

bool mayOpenLink(const QUrl& url) {
    if (!url.isValid()) {
        return false;
    }
    const QString scheme = url.scheme().toLower();
    if (scheme == QLatin1String("http") || scheme == QLatin1String("https")) {
        return !url.host().isEmpty();
    }
    return scheme == QLatin1String("mailto") && !url.path().isEmpty();
}

QString shownTarget(const QUrl& url) {
    // Encoded: a name in look-alike letters is seen as what it is.
    return QString::fromLatin1(url.toEncoded());
}

}  // namespace strata::ui
