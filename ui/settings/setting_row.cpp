#include "ui/settings/setting_row.h"

#include <algorithm>

#include <QGridLayout>

#include "ui/style/button.h"
#include "ui/style/label.h"
#include "ui/style/metrics.h"

namespace strata::ui {
namespace {

/// Wider than this, in average letters, name and control stand side by side.
constexpr int kSideBySide = 72;
constexpr int kControlLetters = 30;

QString helpOf(const SettingText& text) {
    QStringList parts;
    if (!text.help.isEmpty()) {
        parts.append(text.help);
    }
    switch (text.holds) {
        case HoldsFrom::now:
            break;
        case HoldsFrom::next_message:
            parts.append(SettingRow::tr("Holds from the next message."));
            break;
        case HoldsFrom::reload:
            parts.append(SettingRow::tr("↻ Holds when the model is loaded again."));
            break;
        case HoldsFrom::restart:
            parts.append(SettingRow::tr("⟳ Holds from the next start of Strata."));
            break;
    }
    return parts.join(u' ');
}

}  // namespace

SettingRow::SettingRow(const Theme* theme, const SettingText& text, SettingControl* control, QWidget* parent)
    : QWidget(parent),
      theme_(theme),
      text_(text),
      control_(control),
      grid_(new QGridLayout(this)),
      name_(new Label(theme, TextStyle::body, ColorRole::text, text.name, this)),
      help_(new Label(theme, TextStyle::small, ColorRole::muted_text, helpOf(text), this)),
      default_(new Button(theme, ButtonKind::quiet, tr("Default"), Icon::none, this)) {
    QWidget* const widget = control->widget();
    widget->setParent(this);
    QWidget* const named = widget->focusProxy() != nullptr ? widget->focusProxy() : widget;
    named->setAccessibleName(text.name);
    named->setAccessibleDescription(help_->text());
    name_->setWordWrap(true);
    name_->setBuddy(named);
    help_->setWordWrap(true);
    help_->setVisible(!help_->text().isEmpty());
    default_->setAccessibleName(tr("%1: back to the default").arg(text.name));
    default_->setToolTip(tr("Back to the default"));
    QSizePolicy keeps_room = default_->sizePolicy();
    keeps_room.setRetainSizeWhenHidden(true);  // nothing jumps when it appears
    default_->setSizePolicy(keeps_room);
    grid_->setContentsMargins(0, metrics::kSpace, 0, metrics::kSpace);
    grid_->setHorizontalSpacing(metrics::kSpace);
    grid_->setVerticalSpacing(metrics::kTightSpace / 2);
    connect(default_, &QAbstractButton::clicked, this, &SettingRow::defaultWanted);
    connect(theme, &Theme::changed, this, &SettingRow::arrange);
    arrange();
}

void SettingRow::showDefault(bool is_default) {
    if (is_default && default_->hasFocus()) {
        control_->widget()->setFocus();  // the focus must not fall out of the row with the button
    }
    default_->setVisible(!is_default);
}

bool SettingRow::matches(const QString& words) const {
    const QString all = text_.name + u' ' + text_.help;
    for (const QString& word : words.split(u' ', Qt::SkipEmptyParts)) {
        if (!all.contains(word, Qt::CaseInsensitive)) {
            return false;
        }
    }
    return true;
}

void SettingRow::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    arrange();
}

/// Puts the control beside the name, or below it where there is too little room.
void SettingRow::arrange() {
    const QFontMetrics letters(theme_->font(TextStyle::body));
    const int columns = width() >= kSideBySide * letters.averageCharWidth() ? 2 : 1;
    const int widest = kControlLetters * letters.averageCharWidth();
    QWidget* const control = control_->widget();
    const bool stretches = control->sizePolicy().horizontalPolicy() == QSizePolicy::Expanding;
    control->setMaximumWidth(stretches ? widest * 3 / 2 : widest);
    if (stretches) {
        control->setMinimumWidth(std::min(widest * 3 / 2, width()));
    }
    if (columns == columns_) {
        return;
    }
    columns_ = columns;
    for (QWidget* const widget :
         {static_cast<QWidget*>(name_), static_cast<QWidget*>(help_), control, static_cast<QWidget*>(default_)}) {
        grid_->removeWidget(widget);
    }
    if (columns == 2) {
        grid_->addWidget(name_, 0, 0);
        grid_->addWidget(help_, 1, 0);
        grid_->addWidget(control, 0, 1, 2, 1, Qt::AlignRight | Qt::AlignVCenter);
        grid_->addWidget(default_, 0, 2, 2, 1, Qt::AlignVCenter);
    } else {
        grid_->addWidget(name_, 0, 0, 1, 2);
        grid_->addWidget(default_, 0, 2, Qt::AlignRight | Qt::AlignTop);
        grid_->addWidget(help_, 1, 0, 1, 3);
        grid_->addWidget(control, 2, 0, 1, 3, Qt::AlignLeft);
    }
    grid_->setColumnStretch(0, 1);
    grid_->setColumnStretch(1, 0);
}

}  // namespace strata::ui
