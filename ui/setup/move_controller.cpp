#include "ui/setup/move_controller.h"

#include <utility>

#include <QDir>
#include <QtConcurrentRun>

#include "app/downloads/download_manager.h"
#include "ui/downloads/download_text.h"

namespace strata::ui {

MoveController::MoveController(app::Settings* settings, app::DownloadManager* downloads,
                               std::optional<app::KnownPlaces> places, QObject* parent)
    : QObject(parent), settings_(settings), downloads_(downloads), places_(std::move(places)) {
    connect(&move_, &app::FolderMove::progressed, this, [this](qint64 bytes, qint64 total) {
        if (running_) {
            tell(tr("Moving the models: %1 of %2.").arg(bytesText(bytes), bytesText(total)), false);
        }
    });
    connect(&move_, &app::FolderMove::copied, this, &MoveController::takeCopied);
    connect(&move_, &app::FolderMove::failed, this, [this](const app::DownloadProblem& problem) {
        running_ = false;
        tell(tr("The models stay where they were. %1").arg(downloadProblemText(problem, {})), true);
    });
    connect(&move_, &app::FolderMove::stopped, this, [this] {
        running_ = false;
        tell(tr("Stopped. The models stay where they were; moving them again goes on from here."), false);
    });
    connect(&move_, &app::FolderMove::cleaned, this, [this](bool everything) {
        if (std::exchange(running_, false)) {
            tell(everything ? tr("Moved.")
                            : tr("Moved. What is still in use in the old folder is deleted at the next start."),
                 false);
        }
    });
}

void MoveController::goOn() {
    if (const QString& folder = settings_->downloads().folder; !folder.isEmpty()) {
        move_.clean(folder);
    }
}

void MoveController::start(const QString& to) {
    const QString from = settings_->downloads().folder;
    if (running_ || from.isEmpty() || QDir::cleanPath(from) == QDir::cleanPath(to)) {
        return;
    }
    if (downloads_->state().isOpen()) {
        tell(tr("Something is still being downloaded into the model folder. Finish or remove it first."), true);
        return;
    }
    to_ = QDir::cleanPath(to);
    running_ = true;
    tell(tr("Moving the models…"), false);
    // The folder is looked at where waiting for a disk is no harm.
    const app::KnownPlaces places = places_.value_or(app::KnownPlaces::ofThisPc());
    QtConcurrent::run([path = to_, places] {
        return app::judgeFolder(app::readFolderFacts(path, places));
    }).then(this, [this](const app::FolderVerdict& verdict) { takeVerdict(verdict); });
}

void MoveController::takeVerdict(const app::FolderVerdict& verdict) {
    if (verdict.answer == app::FolderAnswer::refused) {
        running_ = false;
        tell(verdict.text, true);
        return;
    }
    move_.copy(settings_->downloads().folder, to_);
}

void MoveController::stop() {
    move_.stop();
}

/// All is there and compared: from here on the new folder counts, whatever happens to the old one.
void MoveController::takeCopied() {
    app::DownloadSettings downloads = settings_->downloads();
    const QString from = std::exchange(downloads.folder, to_);
    settings_->set(downloads);
    app::ModelSettings model = settings_->model();
    const QString inside = QDir::cleanPath(from) + QLatin1Char('/');
    if (QDir::cleanPath(model.model).startsWith(inside)) {
        model.model = QDir(to_).filePath(QDir::cleanPath(model.model).mid(inside.size()));
        settings_->set(model);
    }
    if (const auto saved = settings_->save(); !saved) {
        // The old files stay until the new place is surely remembered.
        running_ = false;
        tell(tr("The settings could not be saved (%1).").arg(QString::fromStdString(saved.error().message)), true);
        return;
    }
    Q_EMIT moved();
    move_.clean(to_);
}

void MoveController::tell(const QString& text, bool failed) {
    text_ = text;
    failed_ = failed;
    Q_EMIT changed();
}

}  // namespace strata::ui
