#include "ui/setup/import_dialog.h"

#include <algorithm>
#include <utility>

#include <QDragEnterEvent>
#include <QDropEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QMimeData>
#include <QScrollArea>
#include <QVBoxLayout>

#include "ui/dialogs/dialog_style.h"
#include "ui/downloads/download_text.h"
#include "ui/setup/check_line_row.h"
#include "ui/setup/import_words.h"
#include "ui/style/button.h"
#include "ui/style/choice_box.h"
#include "ui/style/label.h"
#include "ui/style/metrics.h"
#include "ui/style/scroll_bar.h"
#include "ui/style/theme.h"
#include "ui/style/usage_bar.h"

namespace strata::ui {
namespace {

constexpr int kWidth = 640;
constexpr int kHeight = 560;

QStringList localPaths(const QMimeData& data) {
    QStringList paths;
    for (const QUrl& url : data.urls()) {
        if (url.isLocalFile()) {
            paths.append(url.toLocalFile());
        }
    }
    return paths;
}

bool isUsable(const app::FoundFile& file) {
    return file.kind == app::FoundKind::wanted || file.kind == app::FoundKind::other_known;
}

}  // namespace

ImportDialog::ImportDialog(const Theme* theme, const app::ModelCatalog& catalog, Target target, QWidget* parent)
    : QDialog(parent),
      theme_(theme),
      catalog_(catalog),
      target_(std::move(target)),
      import_(catalog),
      choose_folder_(new Button(theme, ButtonKind::outlined, tr("Choose a folder…"), Icon::none, this)),
      choose_files_(new Button(theme, ButtonKind::outlined, tr("Choose files…"), Icon::none, this)),
      progress_(new UsageBar(theme, tr("Reading"), this)),
      state_(new Label(theme, TextStyle::body, ColorRole::text, QString(), this)),
      list_(new QWidget(this)),
      in_place_(new RadioBox(theme, tr("Use them where they are"), this)),
      copy_(new RadioBox(theme, tr("Copy them"), this)),
      move_(new RadioBox(theme, tr("Move them"), this)),
      help_(new Label(theme, TextStyle::small, ColorRole::muted_text, QString(), this)),
      take_(new Button(theme, ButtonKind::primary, tr("Use these files"), Icon::none, this)),
      close_(new Button(theme, ButtonKind::outlined, tr("Close"), Icon::none, this)) {
    setObjectName(QStringLiteral("importDialog"));
    setWindowTitle(tr("I already have the files"));
    setAcceptDrops(true);
    addControls();
    layOut();
    connect(&import_, &app::FileImport::progressed, this, &ImportDialog::showProgress);
    connect(&import_, &app::FileImport::examined, this, &ImportDialog::showFound);
    connect(&import_, &app::FileImport::stopped, this, [this] {
        setBusy(false);
        showResult(tr("Stopped. Nothing half is left behind."), true);
    });
    connect(&import_, &app::FileImport::failed, this,
            [this](const app::FoundFile& file, const app::DownloadProblem& problem) {
                setBusy(false);
                showResult(importProblemText(file, problem), false);
                Q_EMIT imported();  // those before it are there
            });
    connect(&import_, &app::FileImport::finished, this, [this] {
        usable_.clear();
        setBusy(false);
        showResult(tr("Done. The files are in the model folder and were compared with the list."), true);
        Q_EMIT imported();
    });
    connect(theme, &Theme::changed, this, &ImportDialog::restyle);
    restyle();
    setBusy(false);
    showResult(tr("Files are told by their content, whatever they are called. Nothing is changed before you say so."),
               true);
    resize(dialogSize(*theme, kWidth, kHeight));
    choose_folder_->setFocus();
}

void ImportDialog::addControls() {
    choose_folder_->setObjectName(QStringLiteral("importFolderButton"));
    choose_files_->setObjectName(QStringLiteral("importFilesButton"));
    progress_->setObjectName(QStringLiteral("importProgress"));
    state_->setObjectName(QStringLiteral("importState"));
    state_->setWordWrap(true);
    in_place_->setObjectName(QStringLiteral("importInPlace"));
    copy_->setObjectName(QStringLiteral("importCopy"));
    move_->setObjectName(QStringLiteral("importMove"));
    help_->setObjectName(QStringLiteral("importHelp"));
    help_->setWordWrap(true);
    take_->setObjectName(QStringLiteral("importTakeButton"));
    close_->setObjectName(QStringLiteral("importCloseButton"));
    for (RadioBox* const way : {in_place_, copy_, move_}) {
        connect(way, &RadioBox::toggled, this, &ImportDialog::refresh);
    }
    in_place_->setChecked(true);
    for (Button* const button : {choose_folder_, choose_files_, take_, close_}) {
        button->setAutoDefault(false);
    }
    connect(choose_folder_, &QAbstractButton::clicked, this, [this] { choose(true); });
    connect(choose_files_, &QAbstractButton::clicked, this, [this] { choose(false); });
    connect(take_, &QAbstractButton::clicked, this, &ImportDialog::take);
    connect(close_, &QAbstractButton::clicked, this, [this] {
        if (busy_) {
            import_.stop();
        } else {
            close();
        }
    });
}

void ImportDialog::layOut() {
    auto* const what = new Label(theme_, TextStyle::body, ColorRole::text,
                                 tr("Choose the folder with the model files, or drop files here."), this);
    what->setWordWrap(true);
    auto* const ways = new QHBoxLayout;
    ways->setSpacing(metrics::kSpace);
    ways->addWidget(choose_folder_);
    ways->addWidget(choose_files_);
    ways->addStretch();
    auto* const lines = new QVBoxLayout(list_);
    lines->setContentsMargins(0, 0, metrics::kSpace, 0);
    lines->setSpacing(metrics::kTightSpace);
    lines->addStretch();
    auto* const area = new QScrollArea(this);
    area->setObjectName(QStringLiteral("importList"));
    area->setAccessibleName(tr("Files that were looked at"));
    area->setFrameShape(QFrame::NoFrame);
    area->setWidgetResizable(true);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area->setVerticalScrollBar(new SlimScrollBar(theme_, area));
    area->setWidget(list_);
    auto* const buttons = new QHBoxLayout;
    buttons->setSpacing(metrics::kSpace);
    buttons->addStretch();
    buttons->addWidget(close_);
    buttons->addWidget(take_);
    auto* const rows = new QVBoxLayout(this);
    rows->setContentsMargins(metrics::kWideSpace, metrics::kWideSpace, metrics::kWideSpace, metrics::kSpace);
    rows->setSpacing(metrics::kSpace);
    rows->addWidget(what);
    rows->addLayout(ways);
    rows->addWidget(state_);
    rows->addWidget(progress_);
    rows->addWidget(area, 1);
    for (RadioBox* const way : {in_place_, copy_, move_}) {
        rows->addWidget(way, 0, Qt::AlignLeft);
    }
    rows->addWidget(help_);
    rows->addLayout(buttons);
}

void ImportDialog::choose(bool folder) {
    auto* const dialog = new QFileDialog(this, folder ? tr("Folder with model files") : tr("Model files"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(folder ? QFileDialog::Directory : QFileDialog::ExistingFiles);
    dialog->setOption(QFileDialog::ShowDirsOnly, folder);
    connect(dialog, &QFileDialog::filesSelected, this, &ImportDialog::examine);
    dialog->open();
}

void ImportDialog::examine(const QStringList& paths) {
    if (busy_ || paths.isEmpty()) {
        return;
    }
    usable_.clear();
    qDeleteAll(list_->findChildren<CheckLineRow*>(QString(), Qt::FindDirectChildrenOnly));
    setBusy(true);
    showResult(tr("Looking at the files. What is as long as a file of the list is read to its end and compared."),
               true);
    import_.examine(paths, target_.size);
}

void ImportDialog::take() {
    if (!busy_ && !usable_.empty()) {
        setBusy(true);
        showResult(tr("Bringing the files to their place."), true);
        import_.take(usable_, action(), target_.folder);
    }
}

app::ImportAction ImportDialog::action() const {
    return in_place_->isChecked() ? app::ImportAction::in_place
           : copy_->isChecked()   ? app::ImportAction::copy
                                  : app::ImportAction::move;
}

void ImportDialog::showProgress(qint64 bytes, qint64 bytes_total) {
    const double share = bytes_total > 0 ? static_cast<double>(bytes) / static_cast<double>(bytes_total) : 0;
    progress_->showUsage(tr("%1 of %2").arg(bytesText(bytes), bytesText(bytes_total)), share);
}

void ImportDialog::showFound(const std::vector<app::FoundFile>& found) {
    for (const app::FoundFile& file : found) {
        const FoundWords words = foundWords(file, catalog_, target_.name);
        auto* const lines = static_cast<QVBoxLayout*>(list_->layout());
        lines->insertWidget(
            lines->count() - 1,
            new CheckLineRow(theme_, {words.level, words.word, QFileInfo(file.path).fileName(), words.text, {}},
                             list_));
        if (isUsable(file)) {
            usable_.push_back(file);
        }
    }
    setBusy(false);
    const auto wanted = std::ranges::count(usable_, app::FoundKind::wanted, &app::FoundFile::kind);
    showResult(found.empty()     ? tr("No model file was found there.")
               : wanted > 0      ? tr("%n file(s) of %1 found.", nullptr, static_cast<int>(wanted)).arg(target_.name)
               : usable_.empty() ? tr("None of these files can be used.")
                                 : tr("None of these files belongs to %1.").arg(target_.name),
               !usable_.empty());
}

void ImportDialog::showResult(const QString& text, bool fine) {
    state_->setText(text);
    state_->setColorRole(fine ? ColorRole::text : ColorRole::on_error);
}

void ImportDialog::setBusy(bool busy) {
    busy_ = busy;
    progress_->setVisible(busy);
    if (busy) {
        progress_->showUsage(QString(), 0);
    }
    refresh();
}

void ImportDialog::refresh() {
    choose_folder_->setEnabled(!busy_);
    choose_files_->setEnabled(!busy_);
    take_->setEnabled(!busy_ && !usable_.empty());
    for (RadioBox* const way : {in_place_, copy_, move_}) {
        way->setEnabled(!busy_);
    }
    close_->setText(busy_ ? tr("Stop") : tr("Close"));
    close_->setAccessibleName(close_->text());
    close_->updateGeometry();
    help_->setText(in_place_->isChecked()
                       ? tr("Needs no room: the files get a second name in the model folder. Both must be on the same "
                            "drive.")
                   : copy_->isChecked() ? tr("Your files stay as they are; the copies need the same room once more.")
                                        : tr("The files go from where they are into the model folder."));
}

void ImportDialog::restyle() {
    applyDialogStyle(this, *theme_);
}

void ImportDialog::dragEnterEvent(QDragEnterEvent* event) {
    if (!busy_ && event->mimeData()->hasUrls()) {
        event->acceptProposedAction();
    }
}

void ImportDialog::dropEvent(QDropEvent* event) {
    examine(localPaths(*event->mimeData()));
    event->acceptProposedAction();
}

/// What is being read or brought ends with the dialog.
void ImportDialog::done(int result) {
    if (busy_) {
        import_.stop();
    }
    QDialog::done(result);
}

}  // namespace strata::ui
