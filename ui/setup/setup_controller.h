#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <vector>

#include <QObject>
#include <QString>
#include <QThreadPool>

#include "app/hardware/folder_check.h"
#include "app/hardware/machine.h"
#include "app/hardware/system_check.h"
#include "app/hardware/system_judge.h"
#include "app/model_fit.h"
#include "app/settings.h"
#include "ui/setup/setup_downloads.h"

namespace strata::app {
class EngineThread;
}

namespace strata::ui {

/// The pages of the setup, in order. Their numbers are kept in the settings.
enum class SetupStep { welcome, machine, size, pictures, folder, licence, download, trial, done };
constexpr int kSetupSteps = 9;

/// What the person has chosen in the setup, and what follows from it. Every choice is kept in the settings at once, so
/// that the setup can be left at any step and taken up again.
class SetupController : public QObject {
    Q_OBJECT

public:
    /// What it joins; all must outlive it.
    struct Parts {
        app::Settings* settings = nullptr;
        const app::ModelCatalog* catalog = nullptr;
        app::SystemCheck* check = nullptr;
        SetupDownloads* downloads = nullptr;
        app::EngineThread* engine = nullptr;
        /// Loads this model file and makes it the one in use; empty: the built-in one.
        std::function<void(const QString&)> use_model;
        app::KnownPlaces places;
        bool card_computes = false;  ///< the engine in this program uses graphics cards
    };

    explicit SetupController(Parts parts, QObject* parent = nullptr);
    ~SetupController() override;

    app::Settings* settings() const { return parts_.settings; }
    const app::ModelCatalog& catalog() const { return *parts_.catalog; }
    app::SystemCheck* check() const { return parts_.check; }
    SetupDownloads* downloads() const { return parts_.downloads; }
    app::EngineThread* engine() const { return parts_.engine; }

    SetupStep step() const;
    void setStep(SetupStep step);
    void setDone();

    // This PC.
    const app::Machine& machine() const { return machine_; }
    /// What to say about it; empty before the check has ended.
    std::vector<app::CheckLine> lines() const;

    // The size.
    QString recommended() const { return app::recommendedSize(*parts_.catalog, machine_); }
    /// The chosen one, else the recommended one; null: none fits.
    const app::CatalogSize* size() const;
    void chooseSize(const QString& id);
    app::ModelFit fit(const app::CatalogSize& size) const { return app::fitOf(size, machine_); }
    app::DiskNeed need(const app::CatalogSize& size) const;
    /// Needs one deliberate click: it does not simply fit, and it is not what we proposed.
    bool isRisky(const app::CatalogSize& size) const;
    /// Tokens to keep in mind; 0: what suits.
    int contextLength() const { return parts_.settings->model().context_length; }
    void setContextLength(int tokens);

    bool pictures() const;
    void setPictures(bool look);

    // The folder.
    QString folder() const { return folder_; }
    void setFolder(const QString& folder);
    /// None while it is being looked at.
    const std::optional<app::FolderVerdict>& folderVerdict() const { return verdict_; }
    const std::optional<app::DownloadPlan>& plan() const { return plan_; }
    /// A folder of somebody else on this PC that has all files of the chosen size; empty: there is none, or they are in
    /// the chosen folder already.
    const QString& neighbour() const { return neighbour_; }
    /// Looks at the folder again.
    void lookAtFolder();

    // The licence.
    const app::CatalogLicence* licence() const;
    bool isAgreed() const;
    void setAgreed(bool agreed);

    /// The files that the choices need.
    std::vector<app::CatalogFile> files() const;
    void startDownload();
    /// All files are there, as far as the last look tells.
    bool isComplete() const;
    /// The file to load; empty: not all is there.
    QString modelPath() const { return model_path_; }
    void useModel(const QString& path);

Q_SIGNALS:
    void machineChanged();
    void sizeChanged();
    void picturesChanged();
    /// Folder, verdict, plan, or what is in the folder.
    void folderChanged();
    void agreedChanged();

private:
    void takeFacts();
    /// What a look at the folder has found.
    struct Found {
        app::FolderVerdict verdict;
        std::set<QString> present;
        QString model_path;
        QString neighbour;
    };
    void takeFolder(const Found& found);
    /// The choices as they are to be kept.
    void keep(const std::function<void(app::SetupSettings&)>& change);

    Parts parts_;
    app::Machine machine_;
    QString folder_;
    std::optional<app::FolderVerdict> verdict_;
    std::optional<app::DownloadPlan> plan_;
    std::set<QString> present_;
    QString model_path_;
    QString neighbour_;
    bool pictures_chosen_ = false;
    int look_ = 0;  ///< number of the last look at the folder; older ones do not count
    QThreadPool pool_;
};

}  // namespace strata::ui
