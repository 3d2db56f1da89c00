#include "ui/setup/folder_page.h"

#include <QDir>
#include <QFileDialog>
#include <QLineEdit>
#include <QVBoxLayout>

#include "ui/setup/import_dialog.h"
#include "ui/setup/setup_controller.h"
#include "ui/setup/size_words.h"
#include "ui/style/button.h"
#include "ui/style/label.h"
#include "ui/style/metrics.h"

namespace strata::ui {

FolderPage::FolderPage(const Theme* theme, SetupController* setup)
    : SetupPage(theme, setup, tr("Where should it be kept?")),
      path_(new QLineEdit(this)),
      choose_(new Button(theme, ButtonKind::outlined, tr("Choose another folder…"), Icon::none, this)),
      files_(new Button(theme, ButtonKind::quiet, tr("I already have the files…"), Icon::none, this)) {
    addText(TextStyle::body, ColorRole::text,
            tr("An SSD with much room is best. The folder is made when the download begins."));
    path_->setObjectName(QStringLiteral("setupFolder"));
    path_->setAccessibleName(tr("Folder of the model"));
    path_->setMinimumHeight(metrics::kSmallestTarget);
    choose_->setObjectName(QStringLiteral("setupChooseFolder"));
    rows()->addWidget(path_);
    rows()->addWidget(choose_, 0, Qt::AlignLeft);
    verdict_ = addText(TextStyle::body, ColorRole::text);
    verdict_->setObjectName(QStringLiteral("setupFolderVerdict"));
    room_ = addText(TextStyle::body, ColorRole::text);
    room_->setObjectName(QStringLiteral("setupFolderRoom"));
    present_ = addText(TextStyle::small, ColorRole::muted_text);
    present_->setObjectName(QStringLiteral("setupFolderPresent"));
    neighbour_ = addText(TextStyle::body, ColorRole::text);
    neighbour_->setObjectName(QStringLiteral("setupNeighbour"));
    use_neighbour_ = new Button(theme, ButtonKind::outlined, tr("Use these files…"), Icon::none, this);
    use_neighbour_->setObjectName(QStringLiteral("setupUseNeighbour"));
    rows()->addWidget(use_neighbour_, 0, Qt::AlignLeft);
    files_->setObjectName(QStringLiteral("setupHaveFiles"));
    rows()->addWidget(files_, 0, Qt::AlignLeft);
    rows()->addStretch();
    connect(files_, &QAbstractButton::clicked, this, [this] { openImport({}); });
    connect(use_neighbour_, &QAbstractButton::clicked, this, [this] { openImport(this->setup()->neighbour()); });
    connect(choose_, &QAbstractButton::clicked, this, &FolderPage::choose);
    connect(path_, &QLineEdit::editingFinished, this, [this] {
        const QString folder = QDir::fromNativeSeparators(path_->text());
        if (folder != this->setup()->folder()) {
            this->setup()->setFolder(folder);
        }
    });
    connect(setup, &SetupController::folderChanged, this, &FolderPage::refresh);
    refresh();
}

void FolderPage::enter() {
    setup()->lookAtFolder();
}

void FolderPage::choose() {
    auto* const dialog = new QFileDialog(this, tr("Folder of the model"), setup()->folder());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    dialog->setOption(QFileDialog::ShowDirsOnly);
    connect(dialog, &QFileDialog::fileSelected, setup(), &SetupController::setFolder);
    dialog->open();
}

/// folder: that is looked at first; empty: the person chooses.
void FolderPage::openImport(const QString& folder) {
    const app::CatalogSize* const size = setup()->size();
    if (size == nullptr) {
        return;
    }
    auto* const dialog =
        new ImportDialog(theme(), setup()->catalog(), {size->id, plainName(*size), setup()->folder()}, window());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &ImportDialog::imported, setup(), &SetupController::lookAtFolder);
    dialog->open();
    if (!folder.isEmpty()) {
        dialog->examine({folder});
    }
}

void FolderPage::refresh() {
    if (!path_->hasFocus() || !path_->isModified()) {
        path_->setText(QDir::toNativeSeparators(setup()->folder()));
    }
    const auto& verdict = setup()->folderVerdict();
    const bool refused = verdict && verdict->answer == app::FolderAnswer::refused;
    verdict_->setText(verdict ? verdict->text : tr("Looking at the folder…"));
    verdict_->setColorRole(refused ? ColorRole::on_error : ColorRole::text);
    verdict_->setVisible(!verdict_->text().isEmpty());
    files_->setEnabled(verdict && !refused && setup()->size() != nullptr);
    const QString& neighbour = setup()->neighbour();
    neighbour_->setVisible(!neighbour.isEmpty());
    use_neighbour_->setVisible(!neighbour.isEmpty() && files_->isEnabled());
    neighbour_->setText(tr("The files of this size are on this PC already, in %1. They need not be downloaded.")
                            .arg(QDir::toNativeSeparators(neighbour)));
    showRoom();
    Q_EMIT changed();
}

void FolderPage::showRoom() {
    const auto& plan = setup()->plan();
    room_->setVisible(plan.has_value());
    present_->setVisible(plan && plan->bytes_present > 0);
    if (!plan) {
        return;
    }
    const bool room = plan->bytes_free >= plan->bytesMissing();
    room_->setColorRole(room ? ColorRole::text : ColorRole::on_error);
    room_->setText(room
                       ? tr("%1 GB to download. Free: %2 GB now, %3 GB after.")
                             .arg(gigabytes(plan->bytesMissing()), gigabytes(plan->bytes_free),
                                  gigabytes(plan->bytes_free - plan->bytesMissing()))
                       : tr("%1 GB to download, but only %2 GB are free here. Choose another folder or a smaller size.")
                             .arg(gigabytes(plan->bytesMissing()), gigabytes(plan->bytes_free)));
    present_->setText(tr("%1 GB of it are here already.").arg(gigabytes(plan->bytes_present)));
}

bool FolderPage::canGoOn() const {
    const auto& verdict = setup()->folderVerdict();
    const auto& plan = setup()->plan();
    return verdict && verdict->answer != app::FolderAnswer::refused &&
           (!plan || plan->bytes_free >= plan->bytesMissing());
}

QWidget* FolderPage::firstControl() {
    return path_;
}

}  // namespace strata::ui
