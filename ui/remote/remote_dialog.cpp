#include "ui/remote/remote_dialog.h"

#include <QComboBox>
#include <QGridLayout>
#include <QLineEdit>

#include "app/remote/remote_address.h"
#include "ui/dialogs/dialog_style.h"
#include "ui/style/button.h"
#include "ui/style/label.h"
#include "ui/style/metrics.h"
#include "ui/style/theme.h"

namespace strata::ui {
namespace {

constexpr int kWidth = 560;
constexpr int kHeight = 380;

}  // namespace

RemoteDialog::RemoteDialog(const Theme* theme, RemoteController* remote, QWidget* parent)
    : QDialog(parent),
      theme_(theme),
      remote_(remote),
      state_(new Label(theme, TextStyle::strong, ColorRole::text, QString(), this)),
      address_(new QLineEdit(this)),
      key_(new QLineEdit(this)),
      model_(new QComboBox(this)),
      note_(new Label(theme, TextStyle::small, ColorRole::muted_text, QString(), this)),
      result_(new Label(theme, TextStyle::body, ColorRole::text, QString(), this)),
      try_(new Button(theme, ButtonKind::outlined, tr("Test"), Icon::none, this)),
      use_(new Button(theme, ButtonKind::primary, tr("Use this server"), Icon::none, this)),
      own_(new Button(theme, ButtonKind::outlined, tr("Use the model on this PC"), Icon::none, this)) {
    setObjectName(QStringLiteral("remoteDialog"));
    setWindowTitle(tr("Remote engine"));
    address_->setObjectName(QStringLiteral("remoteAddress"));
    address_->setPlaceholderText(QStringLiteral("https://server.example/v1"));
    key_->setObjectName(QStringLiteral("remoteKey"));
    key_->setEchoMode(QLineEdit::Password);
    key_->setPlaceholderText(tr("Empty if the server asks for none"));
    model_->setObjectName(QStringLiteral("remoteModel"));
    model_->setEditable(true);
    model_->lineEdit()->setPlaceholderText(tr("The server’s first"));
    result_->setObjectName(QStringLiteral("remoteResult"));
    try_->setObjectName(QStringLiteral("remoteTryButton"));
    use_->setObjectName(QStringLiteral("remoteUseButton"));
    own_->setObjectName(QStringLiteral("remoteOwnButton"));
    for (Label* const label : {state_, note_, result_}) {
        label->setWordWrap(true);
    }

    auto* const fields = new QGridLayout;
    fields->setHorizontalSpacing(metrics::kWideSpace);
    fields->setVerticalSpacing(metrics::kSpace);
    fields->setColumnStretch(1, 1);
    const auto add = [&](int row, const QString& text, QWidget* field) {
        auto* const label = new Label(theme, TextStyle::body, ColorRole::text, text, this);
        label->setBuddy(field);
        field->setAccessibleName(text);
        fields->addWidget(label, row, 0);
        fields->addWidget(field, row, 1);
    };
    add(0, tr("Address"), address_);
    add(1, tr("Key"), key_);
    add(2, tr("Model"), model_);
    auto* const buttons = new QHBoxLayout;
    buttons->setSpacing(metrics::kSpace);
    buttons->addWidget(try_);
    buttons->addStretch();
    buttons->addWidget(own_);
    buttons->addWidget(use_);
    auto* const rows = new QVBoxLayout(this);
    rows->setContentsMargins(metrics::kWideSpace, metrics::kWideSpace, metrics::kWideSpace, metrics::kWideSpace);
    rows->setSpacing(metrics::kSpace + metrics::kTightSpace);
    rows->addWidget(state_);
    rows->addLayout(fields);
    rows->addWidget(note_);
    rows->addWidget(result_);
    rows->addStretch();
    rows->addLayout(buttons);
    for (Button* const button : {try_, own_, use_}) {
        button->setAutoDefault(false);
    }

    address_->setText(remote->settings().address);
    model_->setEditText(remote->settings().model);
    remote->readKey(remote->settings().address, this, [this](const QString& key) { key_->setText(key); });
    connect(address_, &QLineEdit::textEdited, this, &RemoteDialog::noteAddress);
    connect(try_, &QAbstractButton::clicked, this, &RemoteDialog::tryOut);
    connect(use_, &QAbstractButton::clicked, this, &RemoteDialog::use);
    connect(own_, &QAbstractButton::clicked, remote, &RemoteController::useOwnModel);
    connect(remote, &RemoteController::tried, this, &RemoteDialog::showTrial);
    connect(remote, &RemoteController::changed, this, &RemoteDialog::refresh);
    connect(theme, &Theme::changed, this, &RemoteDialog::restyle);
    restyle();
    refresh();
    resize(dialogSize(*theme, kWidth, kHeight));
}

app::RemoteServer RemoteDialog::entered() const {
    return {address_->text(), model_->currentText(), key_->text()};
}

/// A key is for one host: with another address it is not sent on.
void RemoteDialog::noteAddress() {
    key_->clear();
    result_->setText(QString());
    refresh();
}

void RemoteDialog::refresh() {
    state_->setText(remote_->isInUse() ? tr("The answers of all chats come from a server.")
                                       : tr("The answers come from the model on this PC."));
    own_->setVisible(remote_->isInUse());
    const auto address = app::parseRemoteAddress(address_->text());
    try_->setEnabled(address.has_value());
    use_->setEnabled(address.has_value());
    QString note =
        tr("A server that speaks the OpenAI protocol can answer instead of the model on this PC, such as "
           "Strata on another PC. Everything in a chat is then sent there.");
    if (address && address->is_plain) {
        note += u' ' + tr("This address is without encryption: others in your network could read along.");
    } else if (!address && !address_->text().trimmed().isEmpty()) {
        note = tr("This address cannot be used: %1.").arg(QString::fromStdString(address.error().message));
    }
    note_->setText(note);
}

void RemoteDialog::tryOut() {
    result_->setColorRole(ColorRole::muted_text);
    result_->setText(tr("Asking the server for its models and a short answer…"));
    try_->setEnabled(false);
    remote_->tryOut(entered());
}

void RemoteDialog::showTrial(const RemoteTrial& trial) {
    refresh();
    result_->setColorRole(trial.works ? ColorRole::text : ColorRole::on_error);
    result_->setText(trial.works ? trial.text : tr("It does not work: %1.").arg(trial.text));
    if (!trial.models.isEmpty()) {
        const QString chosen = model_->currentText();
        model_->clear();
        model_->addItems(trial.models);
        model_->setEditText(chosen);
    }
}

void RemoteDialog::use() {
    if (const auto problem = remote_->use(entered())) {
        result_->setColorRole(ColorRole::on_error);
        result_->setText(tr("It does not work: %1.").arg(*problem));
    }
}

void RemoteDialog::restyle() {
    applyDialogStyle(this, *theme_);
    for (QWidget* const field :
         {static_cast<QWidget*>(address_), static_cast<QWidget*>(key_), static_cast<QWidget*>(model_)}) {
        field->setFont(theme_->font(TextStyle::body));
        field->setMinimumHeight(metrics::kSmallestTarget);
    }
}

}  // namespace strata::ui
