#include "ui/setup/setup_page.h"

#include <QVBoxLayout>

#include "ui/style/label.h"
#include "ui/style/metrics.h"

namespace strata::ui {

SetupPage::SetupPage(const Theme* theme, SetupController* setup, const QString& title)
    : theme_(theme), setup_(setup), title_(title), rows_(new QVBoxLayout(this)) {
    rows_->setContentsMargins(0, 0, metrics::kSpace, 0);
    rows_->setSpacing(metrics::kSpace);
}

Label* SetupPage::addText(TextStyle style, ColorRole color, const QString& text) {
    auto* const label = new Label(theme_, style, color, text, this);
    label->setWordWrap(true);
    rows_->addWidget(label);
    return label;
}

}  // namespace strata::ui
