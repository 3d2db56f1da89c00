#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <vector>

#include <QString>

#include "app/hardware/system_facts.h"
#include "app/hardware/volumes.h"
#include "app/request_journal.h"
#include "app/settings.h"

namespace strata::app {

/// How downloads behave. The defaults are the program's; tests use shorter times and smaller pieces.
struct DownloadOptions {
    QString hub = QStringLiteral("https://huggingface.co");  ///< where the catalogue's files come from

    qint64 piece_bytes = 64 << 20;              ///< at most this much is fetched again after a kill
    qint64 read_buffer_bytes = 8 << 20;         ///< as much waits in memory if the disk is slow
    std::chrono::milliseconds silence{30'000};  ///< without a byte until a connection counts as dead
    /// Pauses after a network loss; the last one again and again.
    std::vector<std::chrono::milliseconds> network_waits{std::chrono::seconds(1),  std::chrono::seconds(2),
                                                         std::chrono::seconds(5),  std::chrono::seconds(10),
                                                         std::chrono::seconds(30), std::chrono::seconds(60)};
    int server_attempts = 30;                       ///< answers with an error, until the person is asked
    std::chrono::milliseconds server_wait{10'000};  ///< after the first of them; grows by itself up to
    std::chrono::milliseconds server_wait_most{60'000};
    int most_redirects = 10;

    qint64 spare_bytes = 5'000'000'000;    ///< must stay free besides what is still missing
    qint64 floor_bytes = 2'000'000'000;    ///< below it a download pauses
    qint64 resume_bytes = 10'000'000'000;  ///< above it a download goes on by itself
    std::chrono::milliseconds space_check{60'000};
    std::function<std::optional<VolumeFacts>(const QString&)> volume = volumeOf;

    std::chrono::milliseconds report{500};  ///< between two reports of progress
    RequestSink note;                       ///< hears of every request; empty: nobody does
    bool allow_http = false;                ///< plain connections, for servers on this PC
};

/// How the network is reached.
struct DownloadProxy {
    ProxyChoice choice = ProxyChoice::system;
    QString host;
    int port = 8'080;
    QString user;

    bool operator==(const DownloadProxy&) const = default;
};

}  // namespace strata::app
