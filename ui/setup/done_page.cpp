#include "ui/setup/done_page.h"

#include <QLabel>
#include <QVBoxLayout>

#include "app/engine_thread.h"
#include "ui/setup/sample_picture.h"
#include "ui/setup/setup_controller.h"
#include "ui/style/button.h"
#include "ui/style/choice_box.h"
#include "ui/style/label.h"
#include "ui/style/metrics.h"

namespace strata::ui {
namespace {

constexpr int kSampleHeight = 120;

}  // namespace

DonePage::DonePage(const Theme* theme, SetupController* setup)
    : SetupPage(theme, setup, tr("Done")),
      sample_(new QLabel(this)),
      last_question_(nullptr),
      start_(new CheckBox(theme, tr("Start with the computer"), this)),
      apps_(new CheckBox(theme, tr("Other apps may use it"), this)) {
    addText(TextStyle::body, ColorRole::text, tr("Ask it something, for example:"));
    int number = 0;
    const auto add = [&](const QString& question) {
        auto* const button = new Button(theme, ButtonKind::suggestion, question, Icon::arrow_right, this);
        button->setObjectName(QStringLiteral("setupQuestion%1").arg(++number));
        button->setWordWrap();
        rows()->addWidget(button);
        return button;
    };
    for (const QString& question : {tr("Explain to me how a refrigerator works, in five sentences."),
                                    tr("Write a friendly reply to a neighbour who is too loud in the evening.")}) {
        connect(add(question), &QAbstractButton::clicked, this,
                [this, question] { Q_EMIT questionChosen(question, {}); });
    }
    last_question_ = add(tr("What can I cook from rice, eggs and two tomatoes?"));
    connect(last_question_, &QAbstractButton::clicked, this,
            [this] { Q_EMIT questionChosen(last_question_->text(), seesPictures() ? samplePicture() : QImage()); });
    sample_->setObjectName(QStringLiteral("setupSamplePicture"));
    sample_->setAccessibleName(tr("Sample picture: apples and a cup on a table"));
    sample_->hide();
    rows()->addWidget(sample_, 0, Qt::AlignLeft);
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

/// The question about the picture is there only where it can be answered.
void DonePage::enter() {
    const bool sees = seesPictures();
    if (sees && sample_->pixmap().isNull()) {
        sample_->setPixmap(QPixmap::fromImage(samplePicture().scaledToHeight(kSampleHeight, Qt::SmoothTransformation)));
    }
    sample_->setVisible(sees);
    last_question_->setText(sees ? tr("How many apples are on this table, and what colour is the cup?")
                                 : tr("What can I cook from rice, eggs and two tomatoes?"));
    last_question_->setAccessibleName(last_question_->text());
}

bool DonePage::seesPictures() const {
    const auto status = setup()->engine() == nullptr ? std::nullopt : setup()->engine()->status();
    return status && status->sees_pictures;
}

}  // namespace strata::ui
