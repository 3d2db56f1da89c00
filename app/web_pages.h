#pragma once

#include <optional>

#include <QString>
#include <QStringList>

namespace strata::app {

/// Stands for all web pages; alone, and only with a key.
inline constexpr QLatin1String kAnyWebPage("*");

/// A list of web pages as somebody typed it.
struct WebPages {
    QStringList pages;   ///< as browsers name them: "scheme://host[:port]", without repeats
    QString wrong;       ///< the first word that is none; empty: all are
    bool mixed = false;  ///< "*" stands beside others
};

/// Reads pages that are separated by spaces, commas or lines.
WebPages readWebPages(const QString& text);

/// One page as browsers name it. None: a path, a wildcard, no scheme or the like.
std::optional<QString> webPageOrigin(const QString& text);

}  // namespace strata::app
