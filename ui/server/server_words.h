#pragma once

#include <QString>

#include "ui/server/server_controller.h"

namespace strata::ui {

/// "Apps can ask at http://127.0.0.1:8080", "Off", or why it is not there.
QString serverStateText(const ServerController& server);
/// What hinders it: "Port 8080 is used by nginx."
QString failureText(const ServerFailure& failure);
/// On the button that takes another port: "Use 8081"; empty: there is none.
QString otherPortText(const ServerFailure& failure);

/// "2 apps are connected. Writing an answer, 85 pieces/s; 1 more waits."
QString workText(const ServerWork& work);
/// What came of asking it: a sentence.
QString probeText(const ProbeResult& result);

/// "Chat", "Answers (Responses)", … of ServerRequest::kind.
QString kindText(const QString& kind);
/// "done", "stopped", "length reached", or the error in words.
QString outcomeText(const QString& outcome);

}  // namespace strata::ui
