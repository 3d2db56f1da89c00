#include "ui/setup/done_page.h"

#include <QVBoxLayout>

#include "ui/setup/setup_controller.h"
#include "ui/style/button.h"
#include "ui/style/choice_box.h"
#include "ui/style/label.h"
#include "ui/style/metrics.h"

namespace strata::ui {

DonePage::DonePage(const Theme* theme, SetupController* setup)
    : SetupPage(theme, setup, tr("Done")),
      start_(new CheckBox(theme, tr("Start with the computer"), this)),
      apps_(new CheckBox(theme, tr("Other apps may use it"), this)) {
    addText(TextStyle::body, ColorRole::text, tr("Ask it something, for example:"));
    int number = 0;
    for (const QString& question : {tr("Explain to me how a refrigerator works, in five sentences."),
                                    tr("Write a friendly reply to a neighbour who is too loud in the evening."),
                                    tr("What can I cook from rice, eggs and two tomatoes?")}) {
        auto* const button = new Button(theme, ButtonKind::suggestion, question, Icon::arrow_right, this);
        button->setObjectName(QStringLiteral("setupQuestion%1").arg(++number));
        button->setWordWrap();
        rows()->addWidget(button);
        connect(button, &QAbstractButton::clicked, this, [this, question] { Q_EMIT questionChosen(question); });
    }
    rows()->addSpacing(metrics::kWideSpace);
    start_->setObjectName(QStringLiteral("setupStartWithComputer"));
    start_->setChecked(setup->settings()->general().start_with_computer);
    rows()->addWidget(start_, 0, Qt::AlignLeft);
    apps_->setObjectName(QStringLiteral("setupOtherApps"));
    apps_->setChecked(setup->settings()->server().on);
    rows()->addWidget(apps_, 0, Qt::AlignLeft);
    rows()->addStretch();
    connect(start_, &CheckBox::toggled, this, [this](bool start) {
        app::GeneralSettings general = this->setup()->settings()->general();
        general.start_with_computer = start;
        this->setup()->settings()->set(general);
    });
    connect(apps_, &CheckBox::toggled, this, [this](bool on) {
        app::ServerSettings server = this->setup()->settings()->server();
        server.on = on;
        this->setup()->settings()->set(server);
    });
}

}  // namespace strata::ui
