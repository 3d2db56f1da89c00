#include "ui/dialogs/about_dialog.h"

#include <algorithm>

#include <QCoreApplication>
#include <QLocale>
#include <QScrollArea>
#include <QStringList>
#include <QVBoxLayout>

#include "ui/dialogs/dialog_style.h"
#include "ui/dialogs/third_parts.h"
#include "ui/style/button.h"
#include "ui/style/label.h"
#include "ui/style/metrics.h"
#include "ui/style/scroll_bar.h"

namespace strata::ui {
namespace {

constexpr int kWidth = 560;
constexpr int kHeight = 520;
constexpr int kShownRequests = 200;

QString reasonText(app::RequestReason reason) {
    switch (reason) {
        case app::RequestReason::download:
            return AboutDialog::tr("download of a model");
        case app::RequestReason::connection_test:
            return AboutDialog::tr("test of the connection");
        case app::RequestReason::remote_engine:
            return AboutDialog::tr("remote engine");
        case app::RequestReason::link:
            break;
    }
    return AboutDialog::tr("link that was opened in the browser");
}

/// "11/30/26 10:42 AM · download of a model · https://… · 3.2 GB received".
QString requestLine(const app::OutsideRequest& request) {
    const QLocale locale;
    QStringList parts{locale.toString(request.time.toLocalTime(), QLocale::ShortFormat), reasonText(request.reason),
                      request.address};
    if (request.requests > 1) {
        parts.append(AboutDialog::tr("%1 requests").arg(locale.toString(request.requests)));
    }
    if (request.bytes_sent > 0) {
        parts.append(
            AboutDialog::tr("%1 sent").arg(locale.formattedDataSize(request.bytes_sent, 1, QLocale::DataSizeSIFormat)));
    }
    if (request.bytes_received > 0) {
        parts.append(AboutDialog::tr("%1 received")
                         .arg(locale.formattedDataSize(request.bytes_received, 1, QLocale::DataSizeSIFormat)));
    }
    return parts.join(QStringLiteral(" · "));
}

}  // namespace

AboutDialog::AboutDialog(const Theme* theme, const QString& model, const std::vector<app::OutsideRequest>& requests,
                         QWidget* parent)
    : QDialog(parent), theme_(theme) {
    setObjectName(QStringLiteral("aboutDialog"));
    setWindowTitle(tr("About Strata"));
    auto* const page = new QWidget;
    auto* const lines = new QVBoxLayout(page);
    lines->setContentsMargins(0, 0, metrics::kSpace, 0);
    lines->setSpacing(metrics::kTightSpace);
    const auto add = [&](TextStyle style, const QString& text) {
        auto* const label = new Label(theme, style, ColorRole::text, text, page);
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
        label->setAccessibleName(text);
        lines->addWidget(label);
        return label;
    };
    add(TextStyle::strong, tr("Strata Desktop %1").arg(QCoreApplication::applicationVersion()));
    add(TextStyle::body, tr("A chat with a language model that runs on your own PC."));
    if (!model.isEmpty()) {
        add(TextStyle::body, tr("Model: %1").arg(model));
    }
    add(TextStyle::body, tr("Strata is free software under the Apache License, version 2.0. It comes without any "
                            "warranty."));
    add(TextStyle::body, tr("It uses Qt %1 under the LGPL, version 3. Qt’s libraries are separate files that you may "
                            "replace with your own.")
                             .arg(QLatin1String(qVersion())));
    lines->addSpacing(metrics::kSpace);
    add(TextStyle::strong, requests.empty() ? tr("Offline: nothing left this PC in the last 30 days")
                                            : tr("What left this PC in the last 30 days"))
        ->setObjectName(QStringLiteral("offlineBadge"));
    const auto count = static_cast<int>(requests.size());
    for (int i = 0; i < std::min(count, kShownRequests); ++i) {
        add(TextStyle::small, requestLine(requests[static_cast<std::size_t>(i)]))
            ->setObjectName(QStringLiteral("requestLine"));
    }
    if (count > kShownRequests) {
        add(TextStyle::small, tr("and %1 older ones").arg(QLocale().toString(count - kShownRequests)));
    }
    lines->addSpacing(metrics::kSpace);
    add(TextStyle::strong, tr("Parts by others"));
    for (const ThirdPart& part : thirdParts()) {
        add(TextStyle::small,
            QStringLiteral("%1 · %2 · %3")
                .arg(QLatin1String(part.name), QLatin1String(part.licence), QLatin1String(part.address)));
    }
    lines->addStretch();
    auto* const area = new QScrollArea(this);
    area->setFrameShape(QFrame::NoFrame);
    area->setWidgetResizable(true);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area->setVerticalScrollBar(new SlimScrollBar(theme, area));
    area->setAccessibleName(windowTitle());
    area->setWidget(page);
    auto* const close = new Button(theme, ButtonKind::outlined, tr("Close"), Icon::none, this);
    connect(close, &QAbstractButton::clicked, this, &QDialog::close);
    auto* const rows = new QVBoxLayout(this);
    rows->setContentsMargins(metrics::kWideSpace, metrics::kWideSpace, metrics::kWideSpace, metrics::kSpace);
    rows->setSpacing(metrics::kSpace);
    rows->addWidget(area, 1);
    rows->addWidget(close, 0, Qt::AlignRight);
    connect(theme, &Theme::changed, this, &AboutDialog::restyle);
    restyle();
    resize(dialogSize(*theme, kWidth, kHeight));
}

void AboutDialog::restyle() {
    applyDialogStyle(this, *theme_);
}

}  // namespace strata::ui
