#include "ui/settings/settings_page.h"

#include <QVBoxLayout>

#include "ui/dialogs/dialog_style.h"
#include "ui/style/button.h"
#include "ui/style/label.h"
#include "ui/style/metrics.h"
#include "ui/style/scroll_bar.h"

namespace strata::ui {

SettingsPage::SettingsPage(const Theme* theme, app::Settings* settings, const QString& title, QWidget* parent)
    : QScrollArea(parent), theme_(theme), settings_(settings), title_(title) {
    setFrameShape(QFrame::NoFrame);
    setWidgetResizable(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBar(new SlimScrollBar(theme, this));
    setFocusPolicy(Qt::NoFocus);
    auto* const content = new QWidget;
    content->setMinimumWidth(1);  // else a long word would push everything over the edge
    auto* const column = new QVBoxLayout(content);
    column->setContentsMargins(metrics::kWideSpace, metrics::kSpace, metrics::kWideSpace, metrics::kWideSpace);
    rows_ = new QVBoxLayout;
    rows_->setSpacing(0);
    column->addLayout(rows_);
    column->addStretch(1);
    setWidget(content);
    addHeading(title);
    connect(theme, &Theme::changed, this, &SettingsPage::restyle);
    restyle();
}

void SettingsPage::restyle() {
    applyDialogStyle(this, *theme_);
}

void SettingsPage::beginMore() {
    more_ = new Button(theme_, ButtonKind::fold, tr("More"), Icon::chevron_right, this);
    more_->setAccessibleName(tr("More settings, for experts"));
    more_->setCheckable(true);
    rows_->addSpacing(metrics::kSpace);
    rows_->addWidget(more_);
    connect(more_, &QAbstractButton::toggled, this, &SettingsPage::showMore);
}

void SettingsPage::addHeading(const QString& text) {
    auto* const label = new Label(theme_, TextStyle::strong, ColorRole::text, text, widget());
    const int above = entries_.empty() ? metrics::kSpace : metrics::kWideSpace;
    label->setContentsMargins(0, above, 0, metrics::kTightSpace);
    label->setWordWrap(true);
    addWidget(label);
}

/// Lets it be narrower than it would like: a column asks each part for its height at no less than its least width, and
/// one long word or wide control would make all the others too low for the width that they really have.
void SettingsPage::putRow(QWidget* widget) {
    widget->setMinimumWidth(1);
    rows_->addWidget(widget);
}

void SettingsPage::addWidget(QWidget* widget) {
    putRow(widget);
    entries_.push_back({widget, nullptr, more_ != nullptr});
    widget->setVisible(more_ == nullptr);
}

SettingRow* SettingsPage::addRow(const SettingText& text, SettingControl* control) {
    auto* const row = new SettingRow(theme_, text, control, widget());
    putRow(row);
    entries_.push_back({row, row, more_ != nullptr});
    row->setVisible(more_ == nullptr);
    return row;
}

void SettingsPage::showMore() {
    more_->setPictogram(more_->isChecked() ? Icon::chevron_down : Icon::chevron_right);
    search(words_);
}

int SettingsPage::search(const QString& words) {
    words_ = words.trimmed();
    const bool searching = !words_.isEmpty();
    const bool open = more_ != nullptr && more_->isChecked();
    int found = 0;
    for (const Entry& entry : entries_) {
        const bool matches = entry.row != nullptr && (!searching || entry.row->matches(words_));
        found += matches ? 1 : 0;
        entry.widget->setVisible(searching ? matches : !entry.more || open);
    }
    if (more_ != nullptr) {
        more_->setVisible(!searching);
    }
    return found;
}

}  // namespace strata::ui
