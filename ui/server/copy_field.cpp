#include "ui/server/copy_field.h"

#include <QBoxLayout>
#include <QClipboard>
#include <QFontMetrics>
#include <QGuiApplication>
#include <QLineEdit>

#include "ui/style/button.h"
#include "ui/style/label.h"
#include "ui/style/metrics.h"
#include "ui/style/theme.h"

namespace strata::ui {
namespace {

constexpr std::chrono::seconds kToldFor{2};
constexpr int kFewestLetters = 26;  ///< beside the buttons; else these stand below

}  // namespace

CopyField::CopyField(const Theme* theme, const QString& name, Shown shown, QWidget* parent)
    : QWidget(parent),
      theme_(theme),
      line_(new QLineEdit(this)),
      parts_(new QBoxLayout(QBoxLayout::LeftToRight)),
      buttons_(new QBoxLayout(QBoxLayout::LeftToRight)),
      copy_(new Button(theme, ButtonKind::outlined, tr("Copy"), Icon::none, this)) {
    auto* const caption = new Label(theme, TextStyle::small, ColorRole::muted_text, name, this);
    caption->setBuddy(line_);
    line_->setReadOnly(true);
    line_->setAccessibleName(name);
    line_->setMinimumHeight(metrics::kSmallestTarget);
    copy_->setAccessibleName(tr("Copy: %1").arg(name));
    copy_->setAutoDefault(false);
    parts_->setSpacing(metrics::kTightSpace);
    parts_->addWidget(line_, 1);
    parts_->addLayout(buttons_);
    buttons_->setSpacing(metrics::kTightSpace);
    if (shown == Shown::secret) {
        line_->setEchoMode(QLineEdit::Password);
        show_ = new Button(theme, ButtonKind::outlined, tr("Show"), Icon::none, this);
        show_->setAccessibleName(tr("Show: %1").arg(name));
        show_->setCheckable(true);
        connect(show_, &QAbstractButton::toggled, this, [this](bool shows) {
            line_->setEchoMode(shows ? QLineEdit::Normal : QLineEdit::Password);
            line_->setCursorPosition(0);
            show_->setText(shows ? tr("Hide") : tr("Show"));
            show_->updateGeometry();
        });
        addButton(show_);
    }
    addButton(copy_);
    buttons_->addStretch();
    auto* const rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(0);
    rows->addWidget(caption);
    rows->addLayout(parts_);
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
    button->setAutoDefault(false);
    const int stretch = buttons_->count() > 0 && buttons_->itemAt(buttons_->count() - 1)->spacerItem() != nullptr;
    buttons_->insertWidget(buttons_->count() - stretch, button);
}

void CopyField::copy() {
    QGuiApplication::clipboard()->setText(line_->text());
    copy_->setText(tr("Copied"));
    copy_->updateGeometry();
    told_.start();
}

void CopyField::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    arrange();
}

void CopyField::arrange() {
    int needed = kFewestLetters * QFontMetrics(theme_->font(TextStyle::code)).averageCharWidth();
    for (int i = 0; i < buttons_->count(); ++i) {
        if (const QWidget* const button = buttons_->itemAt(i)->widget()) {
            needed += button->sizeHint().width() + metrics::kTightSpace;
        }
    }
    parts_->setDirection(needed > width() ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
}

void CopyField::restyle() {
    line_->setFont(theme_->font(TextStyle::code));
    arrange();
}

}  // namespace strata::ui
