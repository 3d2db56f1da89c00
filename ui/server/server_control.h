#pragma once

#include <functional>
#include <optional>
#include <vector>

#include <QDateTime>
#include <QObject>
#include <QString>

#include "app/api/engine_desk.h"
#include "app/api/server_options.h"
#include "strata/request.h"

namespace strata::ui {

/// Where a server that was started can be reached.
struct ServerPlace {
    int port = 0;
    bool beyond_machine = false;  ///< others in the network can reach it
};

/// Why a server could not be started.
struct ServerFailure {
    enum class Kind { port_taken, port_forbidden, other };

    Kind kind = Kind::other;
    int port = 0;
    QString program = {};                         ///< that has the port; empty: not known
    std::optional<int> free_port = std::nullopt;  ///< that could be used instead
    QString reason = {};                          ///< in English, for `other`
};

/// What a server does at a moment.
struct ServerWork {
    int connections = 0;
    std::vector<app::api::RequestStanding> requests;  ///< that run and wait, the person's too
};

/// A request that has ended. No contents unless the person wants them kept.
struct ServerRequest {
    QDateTime came;
    QString app;   ///< empty: it did not say
    QString kind;  ///< "chat", "completions", "messages", "responses"
    int prompt_pieces = 0, reused_pieces = 0, written_pieces = 0;
    double seconds = 0;
    QString outcome;  ///< a finish reason, "cancelled", or the code of an error
    QString asked = {}, answered = {};
};

/// The models that a server can offer.
struct ServerModels {
    std::optional<app::api::ModelEntry> chosen;   ///< that is loaded or would be
    QString file;                                 ///< of that one
    std::vector<app::api::ModelEntry> installed;  ///< the others
};

/// What requests take where they say nothing themselves.
struct ServerDefaults {
    Thinking thinking = Thinking::medium;
    std::function<SamplingOptions(Thinking)> sampling = SamplingOptions::for_thinking;  ///< any thread
};

/// The local server as the window sees it. All calls return at once; what comes of them is told by a signal. Lives on
/// the window's thread.
class ServerControl : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    /// Opens the port; stops first if it runs. Answers with exactly one of started and failed.
    virtual void start(const app::api::ServerOptions& options) = 0;
    /// Answers with stopped.
    virtual void stop() = 0;
    /// Answers with told, unless it does not run.
    virtual void ask() = 0;
    virtual void setModels(const ServerModels& models) = 0;
    virtual void setDefaults(const ServerDefaults& defaults) = 0;
    /// Whether requests that come from now on are told with their contents.
    virtual void setKeepingContents(bool keeping) = 0;
    /// The engine hangs, or goes on after all.
    virtual void setStuck(bool stuck) = 0;

Q_SIGNALS:
    void started(const strata::ui::ServerPlace& place);
    void failed(const strata::ui::ServerFailure& failure);
    void stopped();
    void told(const strata::ui::ServerWork& work);
    void requestEnded(const strata::ui::ServerRequest& request);
    /// An app needs a model; an empty id: the chosen one.
    void loadWanted(const QString& id);
    void unloadWanted();
};

}  // namespace strata::ui
