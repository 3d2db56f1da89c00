#include "ui/dialogs/notice_log_dialog.h"

#include <QHBoxLayout>
#include <QListWidget>
#include <QLocale>
#include <QVBoxLayout>

#include "ui/dialogs/dialog_style.h"
#include "ui/style/button.h"
#include "ui/style/label.h"
#include "ui/style/metrics.h"
#include "ui/style/scroll_bar.h"
#include "ui/style/theme.h"

namespace strata::ui {

NoticeLogDialog::NoticeLogDialog(const Theme* theme, QWidget* parent)
    : QDialog(parent),
      theme_(theme),
      nothing_(new Label(theme, TextStyle::body, ColorRole::muted_text, tr("Nothing was said yet."), this)),
      list_(new QListWidget(this)) {
    setObjectName(QStringLiteral("noticeLogDialog"));
    setWindowTitle(tr("Notices"));
    list_->setObjectName(QStringLiteral("noticeLog"));
    list_->setAccessibleName(tr("Notices since Strata was started"));
    list_->setWordWrap(true);
    list_->setFrameShape(QFrame::NoFrame);
    list_->setSpacing(metrics::kTightSpace);
    list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    list_->setVerticalScrollBar(new SlimScrollBar(theme, list_));
    auto* const close = new Button(theme, ButtonKind::outlined, tr("Close"), Icon::none, this);
    connect(close, &QAbstractButton::clicked, this, &QDialog::close);
    auto* const rows = new QVBoxLayout(this);
    rows->setContentsMargins(metrics::kWideSpace, metrics::kWideSpace, metrics::kWideSpace, metrics::kSpace);
    rows->setSpacing(metrics::kSpace);
    rows->addWidget(nothing_, 1, Qt::AlignCenter);
    rows->addWidget(list_, 1);
    rows->addWidget(close, 0, Qt::AlignRight);
    connect(theme, &Theme::changed, this, &NoticeLogDialog::restyle);
    restyle();
    resize(dialogSize(*theme, 560, 420));
}

void NoticeLogDialog::showLines(const std::vector<NoticeLine>& lines) {
    const QLocale locale;
    list_->clear();
    for (auto line = lines.rbegin(); line != lines.rend(); ++line) {
        list_->addItem(tr("%1  %2").arg(locale.toString(line->time.time(), QLocale::ShortFormat), line->text));
    }
    nothing_->setVisible(lines.empty());
    list_->setVisible(!lines.empty());
}

void NoticeLogDialog::restyle() {
    applyDialogStyle(this, *theme_);
    list_->setFont(theme_->font(TextStyle::body));
}

}  // namespace strata::ui
