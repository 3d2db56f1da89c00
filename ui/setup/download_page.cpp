#include "ui/setup/download_page.h"

#include <QHBoxLayout>
#include <QVBoxLayout>

#include "ui/downloads/download_text.h"
#include "ui/setup/setup_controller.h"
#include "ui/setup/size_words.h"
#include "ui/style/button.h"
#include "ui/style/label.h"
#include "ui/style/metrics.h"
#include "ui/style/usage_bar.h"

namespace strata::ui {
namespace {

constexpr qint64 kBytesPerSecond = 12'500'000;  // of a line with 100 Mbit/s

bool isOnDisk(app::DownloadTrouble trouble) {
    return trouble >= app::DownloadTrouble::disk_none;
}

}  // namespace

DownloadPage::DownloadPage(const Theme* theme, SetupController* setup)
    : SetupPage(theme, setup, tr("Download")),
      what_(addText(TextStyle::body, ColorRole::text)),
      bar_(new UsageBar(theme, tr("Downloaded"), this)),
      action_(new Button(theme, ButtonKind::primary, tr("Start the download"), Icon::none, this)),
      folder_(new Button(theme, ButtonKind::outlined, tr("Other folder"), Icon::none, this)) {
    what_->setObjectName(QStringLiteral("setupDownloadWhat"));
    bar_->setObjectName(QStringLiteral("setupDownloadBar"));
    rows()->addWidget(bar_);
    numbers_ = addText(TextStyle::body, ColorRole::text);
    numbers_->setObjectName(QStringLiteral("setupDownloadNumbers"));
    problem_ = addText(TextStyle::strong, ColorRole::on_error);
    problem_->setObjectName(QStringLiteral("setupDownloadProblem"));
    action_->setObjectName(QStringLiteral("setupDownloadAction"));
    folder_->setObjectName(QStringLiteral("setupDownloadFolder"));
    auto* const buttons = new QHBoxLayout;
    buttons->addWidget(action_);
    buttons->addWidget(folder_);
    buttons->addStretch();
    rows()->addLayout(buttons);
    rows()->addSpacing(metrics::kSpace);
    closing_ =
        addText(TextStyle::small, ColorRole::muted_text,
                tr("You can close this window and use the practice model meanwhile. The download goes on as long as "
                   "Strata runs, and continues where it was after a restart."));
    rows()->addStretch();
    connect(action_, &QAbstractButton::clicked, this, &DownloadPage::act);
    connect(folder_, &QAbstractButton::clicked, this, &DownloadPage::folderWanted);
    connect(setup->downloads(), &SetupDownloads::changed, this, &DownloadPage::refresh);
    connect(setup, &SetupController::folderChanged, this, &DownloadPage::refresh);
    refresh();
}

void DownloadPage::enter() {
    setup()->lookAtFolder();
    refresh();
}

void DownloadPage::act() {
    SetupDownloads* const downloads = setup()->downloads();
    switch (downloads->state().phase) {
        case app::DownloadPhase::done:
            setup()->startDownload();
            break;
        case app::DownloadPhase::paused:
            downloads->resume();
            break;
        case app::DownloadPhase::waiting:
        case app::DownloadPhase::stopped:
            downloads->retryNow();
            break;
        case app::DownloadPhase::queued:
        case app::DownloadPhase::reading:
        case app::DownloadPhase::checking:
            downloads->pause();
            break;
    }
}

void DownloadPage::refresh() {
    const app::DownloadState& state = setup()->downloads()->state();
    const app::CatalogSize* const size = setup()->size();
    const bool open = state.isOpen();
    const bool complete = !open && setup()->isComplete();
    if (was_done_ != !open) {
        was_done_ = !open;
        if (was_done_ && !complete && !state.files.empty()) {
            setup()->lookAtFolder();  // what has arrived counts now
        }
    }
    const auto& plan = setup()->plan();
    const qint64 missing = plan ? plan->bytesMissing() : 0;
    what_->setText(complete ? tr("%1 is here.").arg(size != nullptr ? plainName(*size) : QString())
                   : open   ? tr("Fetching %1.").arg(size != nullptr ? plainName(*size) : QString())
                   : plan ? tr("%1 GB are to be fetched; %2 GB are free. With a fast line (100 Mbit/s) that takes %3.")
                                .arg(gigabytes(missing), gigabytes(plan->bytes_free),
                                     timeLeftText(static_cast<int>(missing / kBytesPerSecond)))
                          : tr("Looking at the folder…"));
    bar_->setVisible(open);
    numbers_->setVisible(open);
    numbers_->setText(downloadFileText(state) + QLatin1Char('\n') + downloadLine(state));
    const double share =
        state.bytes_total > 0 ? static_cast<double>(state.bytes_done) / static_cast<double>(state.bytes_total) : 0;
    bar_->showUsage(tr("%1 of %2").arg(bytesText(state.bytes_done), bytesText(state.bytes_total)), share);
    const auto& problem = open ? state.problem : plan ? plan->problem : std::nullopt;
    problem_->setVisible(problem.has_value());
    problem_->setText(problem ? downloadProblemText(*problem, state) : QString());
    folder_->setVisible(problem && isOnDisk(problem->trouble));
    action_->setVisible(!complete);
    action_->setText(!open                                       ? tr("Start the download")
                     : state.phase == app::DownloadPhase::paused ? tr("Resume")
                     : state.phase == app::DownloadPhase::waiting || state.phase == app::DownloadPhase::stopped
                         ? tr("Try now")
                         : tr("Pause"));
    action_->setAccessibleName(action_->text());
    action_->updateGeometry();
    Q_EMIT changed();
}

bool DownloadPage::canGoOn() const {
    return !setup()->downloads()->state().isOpen() && setup()->isComplete();
}

QWidget* DownloadPage::firstControl() {
    return action_->isHidden() ? nullptr : action_;
}

}  // namespace strata::ui
