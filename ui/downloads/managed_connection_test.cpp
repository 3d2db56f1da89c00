#include "ui/downloads/managed_connection_test.h"

#include "app/downloads/download_manager.h"
#include "ui/downloads/download_text.h"

namespace strata::ui {

ManagedConnectionTest::ManagedConnectionTest(app::DownloadManager* manager, QObject* parent)
    : ConnectionTest(parent), manager_(manager) {
    connect(manager, &app::DownloadManager::connectionTested, this,
            [this](const std::optional<app::DownloadProblem>& problem) {
                Q_EMIT finished(problem ? downloadProblemText(*problem, {}) : QString());
            });
}

void ManagedConnectionTest::start() {
    manager_->testConnection();
}

}  // namespace strata::ui
