#include "ui/server/copy_field.h"

#include <chrono>

#include <QClipboard>
#include <QGuiApplication>
#include <QLineEdit>
#include <QVBoxLayout>

#include "ui/server/folding_row.h"
#include "ui/style/button.h"
#include "ui/style/label.h"
#include "ui/style/metrics.h"
#include "ui/style/theme.h"

namespace strata::ui {
namespace {

constexpr std::chrono::seconds kToldFor{2};

}  // namespace

CopyField::CopyField(const Theme* theme, const QString& name, Shown shown, QWidget* parent)
    : QWidget(parent),
      theme_(theme),
      line_(new QLineEdit(this)),
      row_(new FoldingRow(theme, line_, this)),
      copy_(new Button(theme, ButtonKind::outlined, tr("Copy"), Icon::none, this)) {
    auto* const caption = new Label(theme, TextStyle::small, ColorRole::muted_text, name, this);
    caption->setBuddy(line_);
    line_->setReadOnly(true);
    line_->setAccessibleName(name);
    line_->setMinimumHeight(metrics::kSmallestTarget);
    copy_->setAccessibleName(tr("Copy: %1").arg(name));
    if (shown == Shown::secret) {
        line_->setEchoMode(QLineEdit::Password);
        auto* const show = new Button(theme, ButtonKind::outlined, tr("Show"), Icon::none, this);
        show->setAccessibleName(tr("Show: %1").arg(name));
        show->setCheckable(true);
        connect(show, &QAbstractButton::toggled, this, [this, show](bool shows) {
            line_->setEchoMode(shows ? QLineEdit::Normal : QLineEdit::Password);
            line_->setCursorPosition(0);
            show->setText(shows ? tr("Hide") : tr("Show"));
            show->updateGeometry();
        });
        addButton(show);
    }
    addButton(copy_);
    auto* const rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(0);
    rows->addWidget(caption);
    rows->addWidget(row_);
    told_.setSingleShot(true);
    told_.setInterval(kToldFor);
    connect(&told_, &QTimer::timeout, this, [this] { copy_->setText(tr("Copy")); });
    connect(copy_, &QAbstractButton::clicked, this, &CopyField::copy);
    connect(theme, &Theme::changed, this, &CopyField::restyle);
    restyle();
}

void CopyField::setValue(const QString& value) {
    if (value != line_->text()) {
        line_->setText(value);
        line_->setCursorPosition(0);
    }
}

void CopyField::addButton(Button* button) {
    row_->addButton(button);
}

void CopyField::copy() {
    QGuiApplication::clipboard()->setText(line_->text());
    copy_->setText(tr("Copied"));
    copy_->updateGeometry();
    told_.start();
}

void CopyField::restyle() {
    line_->setFont(theme_->font(TextStyle::code));
}

}  // namespace strata::ui
