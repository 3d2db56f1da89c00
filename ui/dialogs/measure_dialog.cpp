#include "ui/dialogs/measure_dialog.h"

#include <QHBoxLayout>
#include <QLocale>
#include <QStringList>
#include <QVBoxLayout>

#include "ui/chat/turn_text.h"
#include "ui/dialogs/dialog_style.h"
#include "ui/dialogs/pc_measure.h"
#include "ui/style/button.h"
#include "ui/style/label.h"
#include "ui/style/metrics.h"
#include "ui/style/theme.h"

namespace strata::ui {
namespace {

QString threadsText(int threads) {
    return threads == 0   ? MeasureDialog::tr("One thread per core")
           : threads == 1 ? MeasureDialog::tr("1 thread")
                          : MeasureDialog::tr("%1 threads").arg(QLocale().toString(threads));
}

QString settingText(const PcMeasure::Setting& setting) {
    const QString threads = threadsText(setting.threads);
    return setting.short_read < 0    ? threads
           : setting.short_read == 0 ? MeasureDialog::tr("%1, short messages read at once").arg(threads)
                                     : MeasureDialog::tr("%1, short messages read piece by piece").arg(threads);
}

QString speedsText(const PcMeasure::Speed& speed) {
    return speed.writes <= 0
               ? MeasureDialog::tr("did not work")
               : MeasureDialog::tr("reads %1, writes %2").arg(shownSpeed(speed.reads), shownSpeed(speed.writes));
}

}  // namespace

MeasureDialog::MeasureDialog(const Theme* theme, PcMeasure* measure, QWidget* parent)
    : QDialog(parent),
      theme_(theme),
      measure_(measure),
      lines_(new Label(theme, TextStyle::body, ColorRole::text, QString(), this)),
      result_(new Label(theme, TextStyle::strong, ColorRole::text, QString(), this)),
      start_(new Button(theme, ButtonKind::primary, tr("Measure"), Icon::none, this)) {
    setObjectName(QStringLiteral("measureDialog"));
    setWindowTitle(tr("Measure this PC"));
    lines_->setObjectName(QStringLiteral("measureLines"));
    result_->setObjectName(QStringLiteral("measureResult"));
    start_->setObjectName(QStringLiteral("measureStartButton"));
    auto* const explanation = new Label(
        theme, TextStyle::small, ColorRole::muted_text,
        tr("Tries how many processor threads, and which way of reading short messages, are best for the model that is "
           "loaded, and keeps what is at least 3 % faster. The model is loaded several times, which takes about five "
           "minutes with a large one; "
           "answers wait meanwhile. Nothing is sent anywhere."),
        this);
    for (Label* const label : {explanation, lines_, result_}) {
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    }
    auto* const close = new Button(theme, ButtonKind::outlined, tr("Close"), Icon::none, this);
    auto* const buttons = new QHBoxLayout;
    buttons->addStretch();
    buttons->addWidget(start_);
    buttons->addWidget(close);
    auto* const rows = new QVBoxLayout(this);
    rows->setContentsMargins(metrics::kWideSpace, metrics::kWideSpace, metrics::kWideSpace, metrics::kSpace);
    rows->setSpacing(metrics::kSpace);
    rows->addWidget(explanation);
    rows->addWidget(lines_);
    rows->addWidget(result_);
    rows->addStretch(1);
    rows->addLayout(buttons);
    connect(measure, &PcMeasure::changed, this, &MeasureDialog::refresh);
    connect(start_, &QAbstractButton::clicked, this, &MeasureDialog::press);
    connect(close, &QAbstractButton::clicked, this, &QDialog::close);
    connect(theme, &Theme::changed, this, &MeasureDialog::restyle);
    restyle();
    refresh();
    resize(dialogSize(*theme, 520, 360));
}

MeasureDialog::~MeasureDialog() {
    measure_->disconnect(this);
    measure_->cancel();
}

void MeasureDialog::press() {
    if (measure_->state() == PcMeasure::State::running) {
        measure_->cancel();
    } else {
        measure_->start();
    }
}

void MeasureDialog::refresh() {
    QStringList lines;
    for (const PcMeasure::Speed& speed : measure_->speeds()) {
        lines.append(tr("%1: %2").arg(settingText(speed.setting), speedsText(speed)));
    }
    lines_->setText(lines.join(u'\n'));
    result_->setText(resultText());
    result_->setAccessibleName(result_->text());
    start_->setText(measure_->state() == PcMeasure::State::running ? tr("Stop") : tr("Measure"));
}

QString MeasureDialog::resultText() const {
    const auto& speeds = measure_->speeds();
    switch (measure_->state()) {
        case PcMeasure::State::idle:
            break;
        case PcMeasure::State::running:
            return tr("Measuring %1 of %2…")
                .arg(QLocale().toString(static_cast<int>(speeds.size()) + 1), QLocale().toString(measure_->count()));
        case PcMeasure::State::cancelled:
            return tr("Stopped. All is as it was.");
        case PcMeasure::State::failed:
            return tr("It could not be measured (%1). All is as it was.").arg(measure_->reason());
        case PcMeasure::State::done: {
            const PcMeasure::Speed kept = measure_->kept();
            return kept.setting == speeds.front().setting
                       ? tr("Nothing was clearly faster. All is as it was: %1.").arg(speedsText(kept))
                       : tr("Before: %1. Now: %2, with %3.")
                             .arg(speedsText(speeds.front()), speedsText(kept), settingText(kept.setting));
        }
    }
    return {};
}

void MeasureDialog::restyle() {
    applyDialogStyle(this, *theme_);
}

}  // namespace strata::ui
