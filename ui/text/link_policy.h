#pragma once

#include <QString>
#include <QUrl>

namespace strata::ui {

/// True for what a click may open: web pages and mail addresses. Nothing else that a model writes is followed: files,
/// network shares and scripts stay text.
bool mayOpenLink(const QUrl& url);

/// The target of a link as it is shown before a click.
QString shownTarget(const QUrl& url);

}  // namespace strata::ui
