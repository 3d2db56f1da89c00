#include "ui/dialogs/check_dialog.h"

#include <algorithm>

#include <QLocale>
#include <QScrollArea>
#include <QVBoxLayout>

#include "ui/dialogs/cache_check.h"
#include "ui/dialogs/check_row.h"
#include "ui/dialogs/dialog_style.h"
#include "ui/style/button.h"
#include "ui/style/label.h"
#include "ui/style/metrics.h"
#include "ui/style/scroll_bar.h"

namespace strata::ui {

CheckDialog::CheckDialog(const Theme* theme, CacheCheck* check, QWidget* parent)
    : QDialog(parent),
      theme_(theme),
      check_(check),
      result_(new Label(theme, TextStyle::body, ColorRole::text, QString(), this)),
      start_(new Button(theme, ButtonKind::primary, tr("Start"), Icon::none, this)),
      close_(new Button(theme, ButtonKind::outlined, tr("Close"), Icon::none, this)) {
    setObjectName(QStringLiteral("checkDialog"));
    setWindowTitle(tr("Check"));
    result_->setObjectName(QStringLiteral("checkResult"));
    result_->setWordWrap(true);
    start_->setObjectName(QStringLiteral("checkStartButton"));
    close_->setObjectName(QStringLiteral("checkCloseButton"));
    auto* const explanation =
        new Label(theme, TextStyle::small, ColorRole::muted_text,
                  tr("Plays made-up conversations with much parking and going back, and the same ones alone, and "
                     "compares every piece. Your chats are not touched, but answers wait while a part of it runs."),
                  this);
    explanation->setWordWrap(true);

    auto* const list = new QWidget;
    auto* const lines = new QVBoxLayout(list);
    lines->setContentsMargins(0, 0, metrics::kSpace, 0);
    lines->setSpacing(metrics::kTightSpace);
    for (std::size_t i = 0; i < check->rows().size(); ++i) {
        rows_.push_back(new CheckRow(theme, list));
        lines->addWidget(rows_.back());
    }
    lines->addStretch();
    auto* const area = new QScrollArea(this);
    area->setFrameShape(QFrame::NoFrame);
    area->setWidgetResizable(true);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area->setVerticalScrollBar(new SlimScrollBar(theme, area));
    area->setAccessibleName(tr("Parts of the check"));
    area->setWidget(list);

    auto* const buttons = new QHBoxLayout;
    buttons->setSpacing(metrics::kSpace);
    buttons->addWidget(result_, 1);
    buttons->addWidget(start_);
    buttons->addWidget(close_);
    auto* const rows = new QVBoxLayout(this);
    rows->setContentsMargins(metrics::kWideSpace, metrics::kWideSpace, metrics::kWideSpace, metrics::kSpace);
    rows->setSpacing(metrics::kSpace);
    rows->addWidget(explanation);
    rows->addWidget(area, 1);
    rows->addLayout(buttons);

    connect(check, &CacheCheck::changed, this, &CheckDialog::refresh);
    connect(start_, &QAbstractButton::clicked, this, &CheckDialog::press);
    connect(close_, &QAbstractButton::clicked, this, &QDialog::close);
    connect(theme, &Theme::changed, this, &CheckDialog::restyle);
    restyle();
    refresh();
    resize(dialogSize(*theme, 620, 520));
    start_->setFocus();
}

void CheckDialog::restyle() {
    applyDialogStyle(this, *theme_);
}

void CheckDialog::press() {
    check_->isRunning() ? check_->cancel() : check_->start();
}

void CheckDialog::refresh() {
    for (std::size_t i = 0; i < rows_.size(); ++i) {
        rows_[i]->showRow(check_->rows()[i]);
    }
    start_->setText(check_->isRunning() ? tr("Cancel") : tr("Start"));
    start_->setAccessibleName(start_->text());
    start_->updateGeometry();
    result_->setText(resultLine());
}

QString CheckDialog::resultLine() const {
    if (check_->isRunning()) {
        return tr("Checking…");
    }
    const auto last = check_->lastResult();
    if (!last) {
        return tr("Not checked yet.");
    }
    const QString time = QLocale().toString(last->time, QLocale::ShortFormat);
    return last->passed ? tr("Last check, %1, %2: all answers were the same.").arg(time, last->model)
                        : tr("Last check, %1, %2: some answers differed.").arg(time, last->model);
}

}  // namespace strata::ui
