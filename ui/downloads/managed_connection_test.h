#pragma once

#include "ui/settings/connection_test.h"

namespace strata::app {
class DownloadManager;
}

namespace strata::ui {

/// Tries the connection of the program's own downloads.
class ManagedConnectionTest : public ConnectionTest {
    Q_OBJECT

public:
    /// manager must outlive it.
    explicit ManagedConnectionTest(app::DownloadManager* manager, QObject* parent = nullptr);

    void start() override;

private:
    app::DownloadManager* manager_;
};

}  // namespace strata::ui
