#pragma once

#include <chrono>
#include <functional>
#include <set>
#include <vector>

#include <QObject>
#include <QString>
#include <QThreadPool>
#include <QTimer>

#include "app/api/network_place.h"

namespace strata::ui {

class Notices;
class ServerController;

/// Says again what it means that other devices can use the model when this PC comes into a network of strangers, or
/// into another one of which the system does not know whose it is.
class NetworkNotice : public QObject {
    Q_OBJECT

public:
    static constexpr std::chrono::seconds kLook{30};

    /// Called on a thread that may wait.
    using Look = std::function<std::vector<app::api::NetworkPlace>()>;

    /// All must outlive the notice.
    struct Parts {
        ServerController* server = nullptr;
        Notices* notices = nullptr;
    };

    explicit NetworkNotice(const Parts& parts, Look look = {}, QObject* parent = nullptr);
    ~NetworkNotice() override;

    /// Looks now; otherwise by itself, as long as others can reach the server.
    void look();

private:
    void follow();
    void take(const std::vector<app::api::NetworkPlace>& places);
    void tell(const app::api::NetworkPlace& place);

    const Parts parts_;
    const Look look_;
    std::set<QString> seen_;  ///< networks since others can reach the server
    QString told_;            ///< that the notice is about; empty: there is none
    bool reachable_ = false;
    bool looked_ = false;  ///< since then
    bool looking_ = false;
    QTimer timer_;
    QThreadPool thread_;
};

}  // namespace strata::ui
