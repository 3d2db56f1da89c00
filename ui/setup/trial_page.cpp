#include "ui/setup/trial_page.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLocale>
#include <QVBoxLayout>

#include "ui/setup/setup_controller.h"
#include "ui/setup/size_words.h"
#include "ui/style/button.h"
#include "ui/style/label.h"
#include "ui/style/usage_bar.h"

namespace strata::ui {
namespace {

constexpr int kPercent = 100;
constexpr double kQuickReader = 8;  // pieces per second: some 350 words a minute
constexpr double kSlowReader = 4;

QString number(std::optional<double> value) {
    return value ? QLocale().toString(*value, 'f', *value < 10 ? 1 : 0) : QStringLiteral("–");
}

}  // namespace

TrialPage::TrialPage(const Theme* theme, SetupController* setup)
    : SetupPage(theme, setup, tr("Try it")),
      trial_(setup->engine()),
      state_(addText(TextStyle::body, ColorRole::text)),
      bar_(new UsageBar(theme, tr("Loaded"), this)),
      again_(new Button(theme, ButtonKind::outlined, tr("Check again"), Icon::again, this)),
      safe_(new Button(theme, ButtonKind::outlined, tr("Use safe settings"), Icon::none, this)),
      details_(new Button(theme, ButtonKind::quiet, tr("Copy details"), Icon::none, this)) {
    state_->setObjectName(QStringLiteral("setupTrialState"));
    bar_->setObjectName(QStringLiteral("setupTrialBar"));
    rows()->addWidget(bar_);
    result_ = addText(TextStyle::strong, ColorRole::text);
    result_->setObjectName(QStringLiteral("setupTrialResult"));
    again_->setObjectName(QStringLiteral("setupTrialAgain"));
    safe_->setObjectName(QStringLiteral("setupTrialSafe"));
    details_->setObjectName(QStringLiteral("setupTrialDetails"));
    auto* const buttons = new QHBoxLayout;
    buttons->addWidget(again_);
    buttons->addWidget(safe_);
    buttons->addWidget(details_);
    buttons->addStretch();
    rows()->addLayout(buttons);
    rows()->addStretch();
    connect(&trial_, &SetupTrial::changed, this, &TrialPage::refresh);
    connect(again_, &QAbstractButton::clicked, this, &TrialPage::begin);
    connect(safe_, &QAbstractButton::clicked, this, [this] {
        // The numbers that are exact rather than quick.
        app::ModelSettings model = this->setup()->settings()->model();
        model.kv_type = KvType::f32;
        model.coupled_drafts = false;
        this->setup()->settings()->set(model);
        begin();
    });
    connect(details_, &QAbstractButton::clicked, this,
            [this] { QGuiApplication::clipboard()->setText(trial_.details()); });
    refresh();
}

void TrialPage::enter() {
    if (trial_.state() == SetupTrial::State::idle || trial_.state() == SetupTrial::State::failed) {
        begin();
    }
}

void TrialPage::begin() {
    const app::CatalogSize* const size = setup()->size();
    impossible_ = size == nullptr || setup()->fit(*size).level == app::FitLevel::cannot;
    practice_ = false;
    if (!impossible_ && !setup()->modelPath().isEmpty()) {
        trial_.start();
        setup()->useModel(setup()->modelPath());
    }
    refresh();
}

/// What could not be loaded is not left in use.
void TrialPage::backToPractice() {
    practice_ = true;
    setup()->useModel(QString());
}

void TrialPage::refresh() {
    const SetupTrial::State state = trial_.state();
    const bool busy = state == SetupTrial::State::loading || state == SetupTrial::State::checking ||
                      state == SetupTrial::State::measuring;
    if (state == SetupTrial::State::failed && !practice_) {
        backToPractice();
    }
    switch (state) {
        case SetupTrial::State::loading:
            state_->setText(tr("Loading the model. The PC may feel slow for 1 to 3 minutes. That is normal."));
            break;
        case SetupTrial::State::checking:
            state_->setText(tr("Checking for about 10 seconds that answers come out right."));
            break;
        case SetupTrial::State::measuring:
            state_->setText(tr("Measuring how fast it reads and writes."));
            break;
        case SetupTrial::State::idle:
        case SetupTrial::State::works:
        case SetupTrial::State::differs:
        case SetupTrial::State::failed:
            state_->setText(tr("The model is loaded, checked and measured once."));
            break;
    }
    bar_->setVisible(busy);
    const double loaded = state == SetupTrial::State::loading ? trial_.loadFraction() : 1;
    bar_->showUsage(tr("%1 %").arg(QLocale().toString(loaded * kPercent, 'f', 0)), loaded);
    const bool bad = state == SetupTrial::State::failed || state == SetupTrial::State::differs || impossible_;
    result_->setText(resultText());
    result_->setColorRole(bad ? ColorRole::on_error : ColorRole::text);
    result_->setVisible(!result_->text().isEmpty());
    again_->setVisible(!busy && !impossible_ && state != SetupTrial::State::works);
    safe_->setVisible(state == SetupTrial::State::differs);
    details_->setVisible((state == SetupTrial::State::differs || state == SetupTrial::State::failed) &&
                         !trial_.details().isEmpty());
    Q_EMIT changed();
}

QString TrialPage::resultText() const {
    if (impossible_) {
        return tr(
            "This size does not go with this PC, so it is not started. The practice model stays in use; the files "
            "stay where they are.");
    }
    switch (trial_.state()) {
        case SetupTrial::State::works: {
            const double writes = trial_.writesPerSecond().value_or(0);
            QString text = tr("Works. Reads %1, writes %2 pieces of words per second.")
                               .arg(number(trial_.readsPerSecond()), number(trial_.writesPerSecond()));
            if (writes >= kQuickReader) {
                text += QLatin1Char(' ') + tr("That is faster than you can read.");
            } else if (writes >= kSlowReader) {
                text += QLatin1Char(' ') + tr("That is about as fast as you can read.");
            } else if (writes > 0) {
                text += QLatin1Char(' ') + tr("That is slower than you can read.");
            }
            return text;
        }
        case SetupTrial::State::differs:
            return tr("The self-check gave a different answer than expected. Results may be wrong on this PC.");
        case SetupTrial::State::failed:
            return tr("%1 The practice model stays in use.").arg(trial_.reason());
        case SetupTrial::State::idle:
        case SetupTrial::State::loading:
        case SetupTrial::State::checking:
        case SetupTrial::State::measuring:
            break;
    }
    return {};
}

bool TrialPage::canGoOn() const {
    return impossible_ || trial_.state() == SetupTrial::State::works || trial_.state() == SetupTrial::State::differs ||
           trial_.state() == SetupTrial::State::failed;
}

}  // namespace strata::ui
