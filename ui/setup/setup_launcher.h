#pragma once

#include <functional>
#include <memory>

#include <QImage>
#include <QObject>
#include <QPointer>
#include <QUrl>

#include "app/catalog/model_catalog.h"
#include "app/hardware/system_check.h"
#include "ui/setup/setup_controller.h"
#include "ui/setup/setup_wizard.h"

namespace strata::ui {

class Theme;

/// Opens the setup when it is wanted, one at a time, and keeps what belongs to it in between. Reading the PC begins
/// with the first setup, not with the program.
class SetupLauncher : public QObject {
    Q_OBJECT

public:
    /// What it joins; all must outlive it.
    struct Parts {
        const Theme* theme = nullptr;
        app::Settings* settings = nullptr;
        const app::ModelCatalog* catalog = nullptr;
        SetupDownloads* downloads = nullptr;
        app::EngineThread* engine = nullptr;
        QWidget* window = nullptr;                      ///< that the setup stands before
        std::function<void(const QString&)> use_model;  ///< loads a model file; empty: the built-in one
        std::function<void(const QUrl&)> open_link;     ///< outside the program
        /// Of the last page; a null picture: none goes with it.
        std::function<void(const QString&, const QImage& picture)> ask_question;
        QStringList languages;  ///< of the window besides English
    };

    explicit SetupLauncher(Parts parts, QObject* parent = nullptr);
    ~SetupLauncher() override;

    /// Whether the program should begin with the setup: nothing was set up or written yet, or a download is waiting for
    /// its setup to go on.
    static bool isWanted(const app::SetupSettings& setup, bool has_chats);

    /// Goes on where the setup was left; after a finished one, at the beginning.
    void open();
    /// Opens at the choice of a size.
    void addSize();
    /// Opens at the choice of a folder, where files that are there already can be given.
    void chooseFolder();
    /// Opens at the trial of what has arrived.
    void tryModel();
    /// Null while no setup is open.
    SetupWizard* wizard() const { return wizard_; }

private:
    Parts parts_;
    app::SystemCheck check_;
    std::unique_ptr<SetupController> setup_;
    QPointer<SetupWizard> wizard_;
};

}  // namespace strata::ui
