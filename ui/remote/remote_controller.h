#pragma once

#include <optional>
#include <stop_token>
#include <vector>

#include <QObject>
#include <QStringList>
#include <QThreadPool>

#include "app/engine_choice.h"
#include "app/key_store.h"
#include "app/settings.h"

namespace strata::ui {

class ModelController;

/// What a look at a server has shown.
struct RemoteTrial {
    bool works = false;
    QString text;        ///< in words: what works, or why it does not
    QStringList models;  ///< that it offers
};

/// Lets a server answer instead of the model in this program: only when the person says so, and until they take it
/// back. A key belongs to the one host that it was entered for, and lies in the key store.
class RemoteController : public QObject {
    Q_OBJECT

public:
    /// All must outlive the controller.
    struct Parts {
        app::Settings* settings = nullptr;
        app::KeyStore* keys = nullptr;
        app::EngineChoice* choice = nullptr;
        ModelController* model = nullptr;
        app::RequestSink note = {};  ///< hears of requests to a server; empty: nobody does
    };

    explicit RemoteController(const Parts& parts, QObject* parent = nullptr);
    /// Gives up a trial that runs.
    ~RemoteController() override;

    bool isInUse() const { return parts_.settings->remote().enabled; }
    /// As it was entered, without the key.
    const app::RemoteSettings& settings() const { return parts_.settings->remote(); }

    /// Loads what was in use when the program ended: the server, or the model in this program.
    void start();
    /// From now on this server answers. Reports with changed. None, or why it cannot be used.
    std::optional<QString> use(const app::RemoteServer& server);
    /// From now on the model in this program answers.
    void useOwnModel();

    /// Asks for the models and a short answer; reports with tried. One trial at a time: another one takes its place.
    void tryOut(const app::RemoteServer& server);
    /// Gives the key that was entered for the host of an address; empty: none.
    void readKey(const QString& address, QObject* context, const app::KeyStore::Read& done);

Q_SIGNALS:
    void changed();
    void tried(const strata::ui::RemoteTrial& trial);

private:
    void load(const app::RemoteServer& server);

    const Parts parts_;
    std::stop_source trial_;
    QThreadPool thread_;
};

}  // namespace strata::ui
