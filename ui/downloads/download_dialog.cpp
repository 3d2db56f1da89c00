#include "ui/downloads/download_dialog.h"

#include <optional>
#include <utility>

#include <QComboBox>
#include <QHBoxLayout>
#include <QVBoxLayout>

#include "ui/dialogs/dialog_style.h"
#include "ui/downloads/download_text.h"
#include "ui/style/button.h"
#include "ui/style/label.h"
#include "ui/style/metrics.h"
#include "ui/style/usage_bar.h"

namespace strata::ui {
namespace {

enum class Elsewhere { nowhere, files, proxy, folder };

/// What else can be done about a problem than to try again.
Elsewhere elsewhereFor(const std::optional<app::DownloadProblem>& problem) {
    if (!problem) {
        return Elsewhere::nowhere;
    }
    switch (problem->trouble) {
        case app::DownloadTrouble::refused:
            return Elsewhere::files;
        case app::DownloadTrouble::proxy:
        case app::DownloadTrouble::insecure:
            return Elsewhere::proxy;
        case app::DownloadTrouble::disk_none:
        case app::DownloadTrouble::disk_full:
        case app::DownloadTrouble::disk_write:
        case app::DownloadTrouble::disk_gone:
        case app::DownloadTrouble::disk_bad:
        case app::DownloadTrouble::disk_fat:
        case app::DownloadTrouble::bad_path:
            return Elsewhere::folder;
        default:
            return Elsewhere::nowhere;
    }
}

constexpr int kLimits[] = {0, 1, 5, 10, 50};  // MB/s

}  // namespace

DownloadDialog::DownloadDialog(const Theme* theme, QWidget* parent)
    : QDialog(parent),
      theme_(theme),
      file_(new Label(theme, TextStyle::strong, ColorRole::text, QString(), this)),
      progress_(new UsageBar(theme, tr("Downloaded"), this)),
      line_(new Label(theme, TextStyle::body, ColorRole::muted_text, QString(), this)),
      problem_(new Label(theme, TextStyle::body, ColorRole::text, QString(), this)),
      retry_(new Button(theme, ButtonKind::primary, tr("Try now"), Icon::none, this)),
      browser_(new Button(theme, ButtonKind::outlined, tr("Open browser"), Icon::none, this)),
      elsewhere_(new Button(theme, ButtonKind::outlined, tr("Other folder"), Icon::none, this)),
      copy_(new Button(theme, ButtonKind::outlined, tr("Copy details"), Icon::none, this)),
      limit_name_(new Label(theme, TextStyle::body, ColorRole::text, tr("Limit speed"), this)),
      limit_(new QComboBox(this)),
      pause_(new Button(theme, ButtonKind::outlined, tr("Pause"), Icon::none, this)),
      remove_(new Button(theme, ButtonKind::outlined, tr("Remove"), Icon::none, this)),
      close_(new Button(theme, ButtonKind::outlined, tr("Close"), Icon::none, this)) {
    setObjectName(QStringLiteral("downloadDialog"));
    setWindowTitle(tr("Download"));
    file_->setObjectName(QStringLiteral("downloadFile"));
    line_->setObjectName(QStringLiteral("downloadLine"));
    problem_->setObjectName(QStringLiteral("downloadProblem"));
    retry_->setObjectName(QStringLiteral("downloadRetryButton"));
    browser_->setObjectName(QStringLiteral("downloadBrowserButton"));
    elsewhere_->setObjectName(QStringLiteral("downloadElsewhereButton"));
    copy_->setObjectName(QStringLiteral("downloadCopyButton"));
    limit_->setObjectName(QStringLiteral("downloadLimit"));
    pause_->setObjectName(QStringLiteral("downloadPauseButton"));
    remove_->setObjectName(QStringLiteral("downloadRemoveButton"));
    close_->setObjectName(QStringLiteral("downloadCloseButton"));
    for (Label* const label : {file_, line_, problem_}) {
        label->setWordWrap(true);
    }
    for (const int limit : kLimits) {
        limit_->addItem(limit == 0 ? tr("off") : tr("%1 MB/s").arg(limit), limit);
    }
    limit_->setAccessibleName(tr("Limit speed"));
    limit_name_->setBuddy(limit_);
    layOut();

    connect(retry_, &QAbstractButton::clicked, this, [this] {
        const bool changed = state_.problem && state_.problem->trouble == app::DownloadTrouble::changed;
        changed ? Q_EMIT newFileWanted() : Q_EMIT retryWanted();
    });
    connect(browser_, &QAbstractButton::clicked, this, &DownloadDialog::browserWanted);
    connect(elsewhere_, &QAbstractButton::clicked, this, &DownloadDialog::goElsewhere);
    connect(copy_, &QAbstractButton::clicked, this, [this] { Q_EMIT copyWanted(downloadProblemDetails(state_)); });
    connect(limit_, &QComboBox::activated, this, [this] { Q_EMIT limitWanted(limit_->currentData().toInt()); });
    connect(pause_, &QAbstractButton::clicked, this, [this] {
        state_.isRunning() || state_.phase == app::DownloadPhase::queued ? Q_EMIT pauseWanted() : Q_EMIT resumeWanted();
    });
    connect(remove_, &QAbstractButton::clicked, this, [this] {
        // What has arrived is lost by it, so it takes a second press.
        if (std::exchange(asked_to_remove_, true)) {
            asked_to_remove_ = false;
            Q_EMIT removeWanted();
        }
        showState(state_);
    });
    connect(close_, &QAbstractButton::clicked, this, &QDialog::close);
    connect(theme, &Theme::changed, this, &DownloadDialog::restyle);
    restyle();
    resize(dialogSize(*theme, 560, 320));
    close_->setFocus();
}

void DownloadDialog::layOut() {
    auto* const actions = new QHBoxLayout;
    actions->setSpacing(metrics::kSpace);
    actions->addWidget(retry_);
    actions->addWidget(browser_);
    actions->addWidget(elsewhere_);
    actions->addWidget(copy_);
    actions->addStretch();
    auto* const limits = new QHBoxLayout;
    limits->setSpacing(metrics::kSpace);
    limits->addWidget(limit_name_);
    limits->addWidget(limit_);
    limits->addStretch();
    auto* const buttons = new QHBoxLayout;
    buttons->setSpacing(metrics::kSpace);
    buttons->addWidget(remove_);
    buttons->addStretch();
    buttons->addWidget(pause_);
    buttons->addWidget(close_);
    auto* const rows = new QVBoxLayout(this);
    rows->setContentsMargins(metrics::kWideSpace, metrics::kWideSpace, metrics::kWideSpace, metrics::kSpace);
    rows->setSpacing(metrics::kSpace);
    rows->addWidget(file_);
    rows->addWidget(progress_);
    rows->addWidget(line_);
    rows->addWidget(problem_);
    rows->addLayout(actions);
    rows->addStretch();
    rows->addLayout(limits);
    rows->addLayout(buttons);
}

void DownloadDialog::restyle() {
    applyDialogStyle(this, *theme_);
    limit_->setFont(theme_->font(TextStyle::body));
    limit_->setMinimumHeight(metrics::kSmallestTarget);
}

void DownloadDialog::showState(const app::DownloadState& state) {
    state_ = state;
    file_->setText(downloadFileText(state));
    const bool checking = state.phase == app::DownloadPhase::checking && state.current >= 0;
    const auto share = [](qint64 done, qint64 total) {
        return total > 0 ? static_cast<double>(done) / static_cast<double>(total) : 0.0;
    };
    progress_->showUsage(tr("%1 of %2").arg(bytesText(state.bytes_done), bytesText(state.bytes_total)),
                         share(state.bytes_done, state.bytes_total));
    line_->setText(checking ? tr("Checking %1 of what has arrived.")
                                  .arg(bytesText(state.files[static_cast<std::size_t>(state.current)].bytes_checked))
                            : downloadLine(state));
    const bool running = state.isRunning() || state.phase == app::DownloadPhase::queued;
    pause_->setText(running ? tr("Pause") : tr("Resume"));
    pause_->setAccessibleName(running ? tr("Pause the download") : tr("Resume the download"));
    pause_->setVisible(state.isOpen());
    remove_->setText(asked_to_remove_ ? tr("Remove, with what has arrived") : tr("Remove"));
    remove_->setAccessibleName(remove_->text());
    remove_->setEnabled(!state.files.empty());
    for (Button* const button : {pause_, remove_}) {
        button->updateGeometry();
    }
    showProblem(state);
}

void DownloadDialog::showProblem(const app::DownloadState& state) {
    using Trouble = app::DownloadTrouble;
    const bool there = state.problem.has_value();
    problem_->setText(downloadProblemText(state));
    problem_->setVisible(there);
    copy_->setVisible(there);
    const Trouble trouble = there ? state.problem->trouble : Trouble::no_network;
    browser_->setVisible(there && trouble == Trouble::web_page);
    const Elsewhere elsewhere = elsewhereFor(state.problem);
    elsewhere_->setVisible(elsewhere != Elsewhere::nowhere);
    elsewhere_->setText(elsewhere == Elsewhere::files   ? tr("Use files from elsewhere…")
                        : elsewhere == Elsewhere::proxy ? tr("Proxy settings")
                                                        : tr("Other folder"));
    elsewhere_->setAccessibleName(elsewhere_->text());
    elsewhere_->updateGeometry();
    retry_->setVisible(there && trouble != Trouble::insecure && trouble != Trouble::disk_fat);
    retry_->setText(trouble == Trouble::changed     ? tr("Get the new one")
                    : trouble == Trouble::wrong_sum ? tr("Repair")
                    : trouble == Trouble::disk_full ? tr("Resume")
                    : state.next_try_seconds        ? tr("Try now")
                                                    : tr("Try again"));
    retry_->setAccessibleName(retry_->text());
    retry_->updateGeometry();
}

void DownloadDialog::goElsewhere() {
    switch (elsewhereFor(state_.problem)) {
        case Elsewhere::files:
            Q_EMIT importWanted();
            break;
        case Elsewhere::proxy:
            Q_EMIT proxySettingsWanted();
            break;
        case Elsewhere::folder:
            Q_EMIT folderWanted();
            break;
        case Elsewhere::nowhere:
            break;
    }
}

void DownloadDialog::showLimit(int megabytes) {
    int index = limit_->findData(megabytes);
    if (index < 0) {
        limit_->addItem(tr("%1 MB/s").arg(megabytes), megabytes);
        index = limit_->count() - 1;
    }
    limit_->setCurrentIndex(index);
}

}  // namespace strata::ui
