#include "ui/dialogs/about_dialog.h"

#include <QCoreApplication>
#include <QScrollArea>
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

}  // namespace

AboutDialog::AboutDialog(const Theme* theme, const QString& model, QWidget* parent) : QDialog(parent), theme_(theme) {
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
