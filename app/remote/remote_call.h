#pragma once

#include <chrono>
#include <functional>
#include <stop_token>
#include <string>
#include <string_view>

#include <QString>

#include "app/remote/remote_address.h"
#include "app/request_journal.h"
#include "strata/result.h"

namespace strata::app {

/// A server that answers instead of the engine in this program.
struct RemoteServer {
    QString address;  ///< as the person typed it
    QString model;    ///< name that the server knows; empty: its first
    QString key;      ///< empty: none. Sent to this address only, never across a redirect, and never logged

    bool operator==(const RemoteServer&) const = default;
};

/// How servers are asked.
struct RemoteOptions {
    std::chrono::milliseconds list{20'000};      ///< for the list of models
    std::chrono::milliseconds first{900'000};    ///< until the first sign of an answer: reading may take long there
    std::chrono::milliseconds silence{120'000};  ///< between two signs of an answer that has begun
    RequestSink note;                            ///< hears of every request; empty: nobody does
};

/// What came back.
struct RemoteReply {
    int status = 0;          ///< of HTTP
    std::string type;        ///< of the content, in small letters
    std::string error_body;  ///< of a status that is no success, its beginning
    bool stopped = false;    ///< because it was asked for
    bool complete = false;   ///< the server ended it, not we
};

/// One HTTP exchange with a server.
struct RemoteCall {
    RemoteAddress address;
    QString key;
    QString path;                                    ///< as "/models"
    std::string body;                                ///< JSON to post; empty: get
    std::chrono::milliseconds first{0}, silence{0};  ///< longest times until the first byte and between two

    RequestSink note;  ///< hears of it; empty: nobody does

    /// Asked now and then; false: the exchange is no longer wanted and ends as if it was stopped. Empty: always wanted.
    std::function<bool()> wanted;
    /// Told of a successful reply's type before its body. Errors end the exchange.
    std::function<Result<void>(const std::string& type)> begin;
    /// Gets the body of a successful reply as it comes. False: enough. Errors end the exchange.
    std::function<Result<bool>(std::string_view bytes)> take;
};

/// Makes the exchange on the calling thread, which needs no event loop of its own, and returns when it is over. A stop
/// is obeyed at once. Nothing is redirected, cached, or sent to anybody else. Errors: io_error in words for people.
Result<RemoteReply> performCall(const RemoteCall& call, std::stop_token stop);

}  // namespace strata::app
