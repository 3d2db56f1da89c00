#include "ui/setup/setup_launcher.h"

#include <utility>

#include <QWidget>

namespace strata::ui {

SetupLauncher::SetupLauncher(Parts parts, QObject* parent) : QObject(parent), parts_(std::move(parts)) {}

SetupLauncher::~SetupLauncher() {
    delete wizard_;  // before what it shows
}

bool SetupLauncher::isWanted(const app::SetupSettings& setup, bool has_chats) {
    const bool in_download = setup.page >= static_cast<int>(SetupStep::download);
    return !setup.done && (!has_chats || in_download);
}

void SetupLauncher::open() {
    if (wizard_ == nullptr) {
        if (setup_ == nullptr) {
            SetupController::Parts parts;
            parts.settings = parts_.settings;
            parts.catalog = parts_.catalog;
            parts.check = &check_;
            parts.downloads = parts_.downloads;
            parts.engine = parts_.engine;
            parts.use_model = parts_.use_model;
            parts.places = app::KnownPlaces::ofThisPc();
            setup_ = std::make_unique<SetupController>(std::move(parts));
        }
        auto* const wizard = new SetupWizard(parts_.theme, setup_.get(), parts_.languages, parts_.window);
        wizard->setAttribute(Qt::WA_DeleteOnClose);
        connect(wizard, &SetupWizard::linkActivated, this, [this](const QUrl& address) { parts_.open_link(address); });
        connect(wizard, &SetupWizard::practiceWanted, this, [this] {
            if (!parts_.settings->model().model.isEmpty()) {
                parts_.use_model(QString());
            }
        });
        connect(wizard, &SetupWizard::questionChosen, this,
                [this](const QString& text, const QImage& picture) { parts_.ask_question(text, picture); });
        wizard_ = wizard;
    }
    wizard_->show();
    wizard_->raise();
    wizard_->activateWindow();
}

void SetupLauncher::addSize() {
    open();
    wizard_->goTo(SetupStep::size);
}

void SetupLauncher::chooseFolder() {
    open();
    wizard_->goTo(SetupStep::folder);
}

void SetupLauncher::tryModel() {
    open();
    wizard_->goTo(SetupStep::trial);
}

}  // namespace strata::ui
