#include "ui/downloads/proxy_dialog.h"

#include <utility>

#include <QGridLayout>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QVBoxLayout>

#include "ui/dialogs/dialog_style.h"
#include "ui/style/button.h"
#include "ui/style/label.h"
#include "ui/style/metrics.h"
#include "ui/style/theme.h"

namespace strata::ui {
namespace {

constexpr int kWidth = 460;
constexpr int kHeight = 220;

}  // namespace

ProxyDialog::ProxyDialog(const Theme* theme, const QString& proxy, const QString& user, QWidget* parent)
    : QDialog(parent),
      theme_(theme),
      user_(new QLineEdit(user, this)),
      password_(new QLineEdit(this)),
      give_(new Button(theme, ButtonKind::primary, tr("Go on"), Icon::none, this)) {
    setObjectName(QStringLiteral("proxyDialog"));
    setWindowTitle(tr("Password of the proxy"));
    user_->setObjectName(QStringLiteral("proxyUser"));
    password_->setObjectName(QStringLiteral("proxyPassword"));
    password_->setEchoMode(QLineEdit::Password);
    give_->setObjectName(QStringLiteral("proxyGoOnButton"));
    auto* const why = new Label(theme, TextStyle::body, ColorRole::text,
                                tr("The proxy %1 of your network asks who you are. What you enter goes to it alone and "
                                   "into the system’s key store.")
                                    .arg(proxy),
                                this);
    why->setWordWrap(true);
    auto* const fields = new QGridLayout;
    fields->setHorizontalSpacing(metrics::kWideSpace);
    fields->setVerticalSpacing(metrics::kSpace);
    fields->setColumnStretch(1, 1);
    int row = 0;
    for (const auto& [text, field] : {std::pair(tr("User name"), user_), std::pair(tr("Password"), password_)}) {
        auto* const label = new Label(theme, TextStyle::body, ColorRole::text, text, this);
        label->setBuddy(field);
        field->setAccessibleName(text);
        fields->addWidget(label, row, 0);
        fields->addWidget(field, row++, 1);
    }
    auto* const cancel = new Button(theme, ButtonKind::outlined, tr("Cancel"), Icon::none, this);
    cancel->setObjectName(QStringLiteral("proxyCancelButton"));
    auto* const buttons = new QHBoxLayout;
    buttons->setSpacing(metrics::kSpace);
    buttons->addStretch();
    buttons->addWidget(cancel);
    buttons->addWidget(give_);
    auto* const rows = new QVBoxLayout(this);
    rows->setContentsMargins(metrics::kWideSpace, metrics::kWideSpace, metrics::kWideSpace, metrics::kWideSpace);
    rows->setSpacing(metrics::kSpace + metrics::kTightSpace);
    rows->addWidget(why);
    rows->addLayout(fields);
    rows->addStretch();
    rows->addLayout(buttons);

    connect(give_, &QAbstractButton::clicked, this, &ProxyDialog::give);
    connect(cancel, &QAbstractButton::clicked, this, &QDialog::reject);
    connect(theme, &Theme::changed, this, &ProxyDialog::restyle);
    give_->setDefault(true);
    restyle();
    resize(dialogSize(*theme, kWidth, kHeight));
    (user.isEmpty() ? user_ : password_)->setFocus();
}

void ProxyDialog::give() {
    Q_EMIT given(user_->text(), password_->text());
    accept();
}

void ProxyDialog::restyle() {
    applyDialogStyle(this, *theme_);
}

}  // namespace strata::ui
