#include "ui/server/server_box.h"

#include <chrono>

#include <QVBoxLayout>

#include "ui/server/copy_field.h"
#include "ui/server/folding_row.h"
#include "ui/server/request_list_dialog.h"
#include "ui/server/server_words.h"
#include "ui/style/button.h"
#include "ui/style/label.h"
#include "ui/style/metrics.h"
#include "ui/style/notice_bar.h"

namespace strata::ui {
namespace {

constexpr std::chrono::seconds kAsking{5};
constexpr std::chrono::seconds kFollowing{1};

}  // namespace

ServerBox::ServerBox(const Theme* theme, ServerController* server, QWidget* parent)
    : QWidget(parent),
      theme_(theme),
      server_(server),
      state_(new Label(theme, TextStyle::body, ColorRole::text, QString(), this)),
      problem_(new NoticeBar(theme, this)),
      reach_(new QWidget(this)),
      address_(new CopyField(theme, tr("Address"), CopyField::Shown::plain, reach_)),
      far_address_(new CopyField(theme, tr("Address for other devices"), CopyField::Shown::plain, reach_)),
      key_(new CopyField(theme, tr("Key"), CopyField::Shown::secret, reach_)),
      new_key_(new Button(theme, ButtonKind::quiet, tr("New key"), Icon::none, reach_)),
      no_key_(new Label(theme, TextStyle::small, ColorRole::muted_text,
                        tr("No key is asked for. If an app insists on one, any will do."), reach_)),
      try_(new Button(theme, ButtonKind::outlined, tr("Try it"), Icon::none, reach_)),
      result_(new Label(theme, TextStyle::small, ColorRole::muted_text,
                        tr("Ask it as an app would, to see that it works."), reach_)),
      work_(new Label(theme, TextStyle::small, ColorRole::muted_text, QString(), reach_)),
      requests_(new Button(theme, ButtonKind::quiet, tr("Requests…"), Icon::none, reach_)) {
    state_->setObjectName(QStringLiteral("serverState"));
    problem_->setObjectName(QStringLiteral("serverProblem"));
    address_->setObjectName(QStringLiteral("serverAddress"));
    far_address_->setObjectName(QStringLiteral("serverFarAddress"));
    key_->setObjectName(QStringLiteral("serverKey"));
    new_key_->setObjectName(QStringLiteral("serverNewKeyButton"));
    try_->setObjectName(QStringLiteral("serverTryButton"));
    result_->setObjectName(QStringLiteral("serverTryResult"));
    work_->setObjectName(QStringLiteral("serverWork"));
    requests_->setObjectName(QStringLiteral("serverRequestsButton"));
    for (Label* const label : {state_, no_key_, result_, work_}) {
        label->setWordWrap(true);
    }
    arrange();
    asking_.setSingleShot(true);
    asking_.setInterval(kAsking);
    following_.setInterval(kFollowing);
    connectAll();
    work_->setText(workText(server->work()));
    refresh();
}

void ServerBox::arrange() {
    key_->addButton(new_key_);
    auto* const trial = new FoldingRow(theme_, result_, reach_);
    trial->addButton(try_);
    auto* const now = new FoldingRow(theme_, work_, reach_);
    now->addButton(requests_);
    auto* const inner = new QVBoxLayout(reach_);
    inner->setContentsMargins(0, 0, 0, 0);
    inner->setSpacing(metrics::kSpace);
    inner->addWidget(address_);
    inner->addWidget(far_address_);
    inner->addWidget(key_);
    inner->addWidget(no_key_);
    inner->addWidget(trial);
    inner->addWidget(now);
    auto* const rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, metrics::kTightSpace, 0, metrics::kSpace);
    rows->setSpacing(metrics::kSpace);
    rows->addWidget(state_);
    rows->addWidget(problem_);
    rows->addWidget(reach_);
}

void ServerBox::connectAll() {
    connect(&asking_, &QTimer::timeout, this, &ServerBox::refresh);
    connect(&following_, &QTimer::timeout, server_, &ServerController::refresh);
    connect(server_, &ServerController::changed, this, &ServerBox::refresh);
    connect(server_, &ServerController::workChanged, this, [this] { work_->setText(workText(server_->work())); });
    connect(try_, &QAbstractButton::clicked, this, &ServerBox::tryOut);
    connect(new_key_, &QAbstractButton::clicked, this, &ServerBox::renewKey);
    connect(requests_, &QAbstractButton::clicked, this, &ServerBox::showRequests);
    connect(problem_, &NoticeBar::actionPressed, this, [this] {
        if (server_->failure().free_port) {
            server_->usePort(*server_->failure().free_port);
        } else {
            Q_EMIT portWanted();
        }
    });
    connect(problem_, &NoticeBar::secondActionPressed, this, &ServerBox::portWanted);
}

void ServerBox::refresh() {
    const ServerController::State state = server_->state();
    const bool fails = state == ServerController::State::failed;
    state_->setText(serverStateText(*server_));
    state_->setVisible(!fails);
    problem_->setVisible(fails);
    if (fails) {
        const QString other = otherPortText(server_->failure());
        const bool port_is_to_blame = server_->failure().kind != ServerFailure::Kind::other;
        const QString choose = port_is_to_blame ? tr("Choose another port") : QString();
        problem_->setSecondAction(other.isEmpty() ? QString() : choose);
        problem_->showNotice(NoticeBar::Tone::error, failureText(server_->failure()), other.isEmpty() ? choose : other);
    }
    const bool is_on = state == ServerController::State::on;
    reach_->setVisible(is_on);
    if (!is_on) {
        result_->setColorRole(ColorRole::muted_text);
        result_->setText(tr("Ask it as an app would, to see that it works."));
    }
    const bool keyed = wantsKey(server_->settings()->server());
    address_->setValue(server_->address());
    const QStringList others = server_->isReachableFromNetwork() ? server_->networkAddresses() : QStringList();
    far_address_->setVisible(!others.isEmpty());
    far_address_->setValue(others.value(0));
    key_->setValue(server_->key());
    key_->setVisible(keyed);
    no_key_->setVisible(!keyed);
    new_key_->setText(asking_.isActive() ? tr("Really? Apps need the new one then") : tr("New key"));
    new_key_->setAccessibleName(new_key_->text());
    new_key_->updateGeometry();
}

void ServerBox::tryOut() {
    try_->setEnabled(false);
    result_->setColorRole(ColorRole::muted_text);
    result_->setText(tr("Asking, as an app would…"));
    const QString key = wantsKey(server_->settings()->server()) ? server_->key() : QString();
    server_->probe()->askModels(server_->address(), key, this, [this](const ProbeResult& result) {
        constexpr int kOk = 200;
        try_->setEnabled(true);
        result_->setColorRole(result.status == kOk ? ColorRole::text : ColorRole::on_error);
        result_->setText(probeText(result));
    });
}

/// Asks on the first press and does it on the second.
void ServerBox::renewKey() {
    if (!asking_.isActive()) {
        asking_.start();
        refresh();
        return;
    }
    asking_.stop();
    server_->renewKey();
    refresh();
}

void ServerBox::showRequests() {
    if (!list_) {
        list_ = new RequestListDialog(theme_, server_, window());
        list_->setAttribute(Qt::WA_DeleteOnClose);
    }
    list_->show();
    list_->activateWindow();
}

void ServerBox::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    server_->refresh();
    following_.start();
}

void ServerBox::hideEvent(QHideEvent* event) {
    following_.stop();
    QWidget::hideEvent(event);
}

}  // namespace strata::ui
