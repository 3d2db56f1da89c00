#include "ui/setup/setup_controller.h"

#include <algorithm>
#include <utility>

#include <QDateTime>
#include <QDir>

#include "app/present_files.h"
#include "ui/setup/size_words.h"

namespace strata::ui {

SetupController::SetupController(Parts parts, QObject* parent) : QObject(parent), parts_(std::move(parts)) {
    pool_.setMaxThreadCount(1);
    folder_ = parts_.settings->downloads().folder;
    // A person who has come as far as the pictures page has chosen there.
    pictures_chosen_ = parts_.settings->setup().page > static_cast<int>(SetupStep::pictures);
    connect(parts_.check, &app::SystemCheck::finished, this, &SetupController::takeFacts);
    connect(parts_.downloads, &SetupDownloads::planned, this, [this](const app::DownloadPlan& plan) {
        plan_ = plan;
        Q_EMIT folderChanged();
    });
    if (parts_.check->facts() != nullptr) {
        takeFacts();
    } else {
        parts_.check->start();
    }
    if (!folder_.isEmpty()) {
        lookAtFolder();
    }
}

SetupController::~SetupController() {
    pool_.waitForDone();
}

SetupStep SetupController::step() const {
    return static_cast<SetupStep>(std::clamp(parts_.settings->setup().page, 0, kSetupSteps - 1));
}

void SetupController::setStep(SetupStep step) {
    keep([step](app::SetupSettings& setup) { setup.page = static_cast<int>(step); });
}

void SetupController::setDone() {
    keep([](app::SetupSettings& setup) { setup.done = true; });
}

void SetupController::keep(const std::function<void(app::SetupSettings&)>& change) {
    app::SetupSettings setup = parts_.settings->setup();
    change(setup);
    if (setup != parts_.settings->setup()) {
        parts_.settings->set(setup);
    }
}

void SetupController::takeFacts() {
    const app::SystemFacts& facts = *parts_.check->facts();
    machine_ = app::machineOf(facts.hardware, parts_.card_computes);
    if (folder_.isEmpty()) {
        folder_ = app::proposedFolder(facts.volumes, parts_.places);
        lookAtFolder();
    }
    Q_EMIT machineChanged();
    Q_EMIT sizeChanged();
    Q_EMIT picturesChanged();
}

std::vector<app::CheckLine> SetupController::lines() const {
    if (parts_.check->facts() == nullptr) {
        return {};
    }
    app::CheckNeeds needs;
    needs.card_computes = parts_.card_computes;
    needs.smallest_memory_gib = app::smallestMemoryGib(*parts_.catalog);
    if (const app::CatalogSize* const wanted = parts_.catalog->size(recommended())) {
        needs.size = plainName(*wanted);
        needs.memory_gb = wanted->arena_gb.value_or(0);
        needs.disk_bytes = need(*wanted).total();
    }
    return app::judge(*parts_.check->facts(), needs);
}

const app::CatalogSize* SetupController::size() const {
    const QString& chosen = parts_.settings->setup().size;
    const app::CatalogSize* const size = parts_.catalog->size(chosen);
    return size != nullptr ? size : parts_.catalog->size(recommended());
}

void SetupController::chooseSize(const QString& id) {
    keep([&id](app::SetupSettings& setup) { setup.size = id; });
    Q_EMIT sizeChanged();
    lookAtFolder();
}

app::DiskNeed SetupController::need(const app::CatalogSize& size) const {
    return app::diskNeed(*parts_.catalog, size, pictures(), present_, false);
}

bool SetupController::isRisky(const app::CatalogSize& size) const {
    return fit(size).level != app::FitLevel::fits && size.id != recommended();
}

void SetupController::setContextLength(int tokens) {
    app::ModelSettings model = parts_.settings->model();
    model.context_length = tokens;
    parts_.settings->set(model);
}

bool SetupController::pictures() const {
    return pictures_chosen_ ? parts_.settings->setup().pictures : app::defaultPictures(machine_);
}

void SetupController::setPictures(bool look) {
    pictures_chosen_ = true;
    keep([look](app::SetupSettings& setup) { setup.pictures = look; });
    app::PictureSettings settings = parts_.settings->pictures();
    settings.look = look;
    parts_.settings->set(settings);
    Q_EMIT picturesChanged();
    lookAtFolder();
}

void SetupController::setFolder(const QString& folder) {
    folder_ = folder;
    app::DownloadSettings downloads = parts_.settings->downloads();
    downloads.folder = folder;
    parts_.settings->set(downloads);
    lookAtFolder();
}

void SetupController::lookAtFolder() {
    const app::CatalogSize* const wanted = size();
    verdict_.reset();
    plan_.reset();
    const int look = ++look_;
    Q_EMIT folderChanged();
    const auto facts = parts_.check->facts();
    pool_.start([this, look, folder = folder_, places = parts_.places, catalog = *parts_.catalog,
                 volumes = facts != nullptr ? facts->volumes : std::vector<app::VolumeFacts>(),
                 id = wanted != nullptr ? wanted->id : QString()] {
        Found found;
        found.verdict = app::judgeFolder(app::readFolderFacts(folder, places));
        found.present = app::presentFiles(catalog, folder);
        if (const app::CatalogSize* const size = catalog.size(id)) {
            found.model_path = app::modelPath(catalog, *size, folder);
            for (const QString& other : app::proposedToOthers(volumes, places)) {
                const bool has_all = found.model_path.isEmpty() && QDir(other) != QDir(folder) &&
                                     !app::modelPath(catalog, *size, other).isEmpty();
                if (has_all && found.neighbour.isEmpty()) {
                    found.neighbour = other;
                }
            }
        }
        QMetaObject::invokeMethod(this, [this, look, found] {
            if (look == look_) {
                takeFolder(found);
            }
        });
    });
}

void SetupController::takeFolder(const Found& found) {
    verdict_ = found.verdict;
    present_ = found.present;
    model_path_ = found.model_path;
    neighbour_ = found.neighbour;
    Q_EMIT folderChanged();
    if (found.verdict.answer != app::FolderAnswer::refused) {
        parts_.downloads->plan(files(), folder_);
    }
}

const app::CatalogLicence* SetupController::licence() const {
    const app::CatalogSize* const wanted = size();
    return wanted != nullptr ? parts_.catalog->licenceOf(*wanted) : nullptr;
}

bool SetupController::isAgreed() const {
    const app::CatalogLicence* const text = licence();
    return text != nullptr && parts_.settings->setup().licence == text->id + QLatin1Char(' ') + text->version;
}

void SetupController::setAgreed(bool agreed) {
    const app::CatalogLicence* const text = licence();
    if (text == nullptr || agreed == isAgreed()) {
        return;
    }
    keep([agreed, text](app::SetupSettings& setup) {
        setup.licence = agreed ? text->id + QLatin1Char(' ') + text->version : QString();
        setup.licence_time = agreed ? QDateTime::currentDateTimeUtc().toString(Qt::ISODate) : QString();
    });
    Q_EMIT agreedChanged();
}

std::vector<app::CatalogFile> SetupController::files() const {
    const app::CatalogSize* const wanted = size();
    return wanted != nullptr ? parts_.catalog->filesOf(*wanted, pictures()) : std::vector<app::CatalogFile>();
}

void SetupController::startDownload() {
    if (const app::CatalogSize* const wanted = size()) {
        // From here on the choices are the person's, whatever a later check would propose.
        const bool look = pictures();
        keep([wanted, look](app::SetupSettings& setup) {
            setup.size = wanted->id;
            setup.pictures = look;
        });
        pictures_chosen_ = true;
        if (parts_.settings->downloads().folder != folder_) {
            app::DownloadSettings downloads = parts_.settings->downloads();
            downloads.folder = folder_;
            parts_.settings->set(downloads);
        }
        parts_.downloads->start(files(), folder_);
    }
}

bool SetupController::isComplete() const {
    const std::vector<app::CatalogFile> wanted = files();
    return !wanted.empty() && !model_path_.isEmpty() &&
           std::all_of(wanted.begin(), wanted.end(),
                       [this](const app::CatalogFile& file) { return present_.count(file.id) > 0 || !file.bytes; });
}

void SetupController::useModel(const QString& path) {
    parts_.use_model(path);
}

}  // namespace strata::ui
