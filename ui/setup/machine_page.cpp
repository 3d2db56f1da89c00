#include "ui/setup/machine_page.h"

#include <algorithm>

#include <QClipboard>
#include <QGuiApplication>
#include <QVBoxLayout>

#include "ui/setup/check_line_row.h"
#include "ui/setup/setup_controller.h"
#include "ui/style/button.h"
#include "ui/style/label.h"
#include "ui/style/metrics.h"

namespace strata::ui {

MachinePage::MachinePage(const Theme* theme, SetupController* setup)
    : SetupPage(theme, setup, tr("This PC")),
      state_(addText(TextStyle::body, ColorRole::text)),
      lines_(new QWidget(this)),
      again_(new Button(theme, ButtonKind::outlined, tr("Check again"), Icon::again, this)),
      copy_(new Button(theme, ButtonKind::quiet, tr("Copy this list"), Icon::none, this)) {
    state_->setObjectName(QStringLiteral("setupCheckState"));
    again_->setObjectName(QStringLiteral("setupCheckAgain"));
    copy_->setObjectName(QStringLiteral("setupCopyList"));
    auto* const list = new QVBoxLayout(lines_);
    list->setContentsMargins(0, 0, 0, 0);
    list->setSpacing(metrics::kTightSpace);
    rows()->addWidget(lines_);
    auto* const buttons = new QHBoxLayout;
    buttons->addWidget(again_);
    buttons->addWidget(copy_);
    buttons->addStretch();
    rows()->addLayout(buttons);
    rows()->addStretch();
    connect(again_, &QAbstractButton::clicked, setup->check(), &app::SystemCheck::start);
    connect(copy_, &QAbstractButton::clicked, this, [this] { QGuiApplication::clipboard()->setText(this->list()); });
    connect(setup->check(), &app::SystemCheck::started, this, &MachinePage::refresh);
    connect(setup, &SetupController::machineChanged, this, &MachinePage::refresh);
    refresh();
}

void MachinePage::refresh() {
    const bool running = setup()->check()->isRunning();
    again_->setEnabled(!running);
    copy_->setEnabled(!setup()->lines().empty());
    state_->setText(running ? tr("Looking at this PC…")
                            : tr("Nothing of this is sent anywhere. What could not be told stands in nobody's way."));
    if (running) {
        return;  // the old lines stay until the new ones are there
    }
    qDeleteAll(lines_->findChildren<CheckLineRow*>(QString(), Qt::FindDirectChildrenOnly));
    for (const app::CheckLine& line : setup()->lines()) {
        lines_->layout()->addWidget(new CheckLineRow(theme(), CheckLineRow::contentOf(line), lines_));
    }
    Q_EMIT changed();
}

QString MachinePage::nextText() const {
    const auto lines = setup()->lines();
    const bool trouble = std::any_of(lines.begin(), lines.end(),
                                     [](const app::CheckLine& line) { return line.level == app::CheckLevel::bad; });
    return trouble ? tr("Continue anyway") : tr("Next");
}

QString MachinePage::list() const {
    QStringList all;
    for (const app::CheckLine& line : setup()->lines()) {
        QString text = QStringLiteral("%1: %2. %3")
                           .arg(app::checkTitle(line.item), CheckLineRow::levelWord(line.level), line.text);
        if (!line.code.isEmpty()) {
            text += QStringLiteral(" (%1)").arg(line.code);
        }
        all.append(text);
    }
    return all.join(u'\n');
}

}  // namespace strata::ui
