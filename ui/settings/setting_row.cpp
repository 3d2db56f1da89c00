#include "ui/settings/setting_row.h"

#include <algorithm>

#include <QBoxLayout>

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
      row_(new QBoxLayout(QBoxLayout::TopToBottom, this)),
      words_(new QVBoxLayout),
      below_(new QHBoxLayout),
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
    for (Label* const label : {name_, help_}) {
        label->setMinimumWidth(1);  // a word without a break must not make the other lines too few
    }
    help_->setVisible(!help_->text().isEmpty());
    default_->setAccessibleName(tr("%1: back to the default").arg(text.name));
    default_->setToolTip(tr("Back to the default"));
    // Rows in rows, no grid: a grid gets the height of wrapped text wrong where a cell spans columns.
    row_->setContentsMargins(0, metrics::kSpace, 0, metrics::kSpace);
    row_->addLayout(words_, 1);
    row_->addLayout(below_);
    words_->setSpacing(metrics::kTightSpace / 2);
    words_->addWidget(name_);
    words_->addWidget(help_);
    below_->setSpacing(metrics::kSpace);
    below_->addWidget(widget);
    below_->addStretch();
    below_->addWidget(default_);
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
    QSizePolicy of_default = default_->sizePolicy();
    of_default.setRetainSizeWhenHidden(columns == 2);  // nothing jumps when it appears, where there is room for that
    default_->setSizePolicy(of_default);
    row_->setDirection(columns == 2 ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    row_->setSpacing(columns == 2 ? metrics::kSpace : metrics::kTightSpace / 2);
}

}  // namespace strata::ui
