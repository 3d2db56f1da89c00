#pragma once

#include <optional>
#include <vector>

#include <QMetaType>
#include <QString>

#include "app/catalog/model_catalog.h"

namespace strata::app {

/// What stands in a download's way; each is one error text of the window.
enum class DownloadTrouble {
    no_network,    ///< goes on by itself
    slow_network,  ///< the server sends nothing, or hung up; goes on by itself
    refused,       ///< the server answered with an error; `http_status` says which
    proxy,         ///< the proxy did not accept us
    insecure,      ///< the connection cannot be trusted
    web_page,      ///< something between us and the server answered with a page of its own
    changed,       ///< the file on the server is another one now
    wrong_sum,     ///< the whole file does not match its fingerprint
    disk_none,     ///< not enough room to begin
    disk_full,     ///< almost full in the middle; goes on by itself
    disk_write,    ///< the system refused to write
    disk_gone,     ///< the drive is not there
    disk_bad,      ///< the same piece arrived damaged again and again
    disk_fat,      ///< the drive cannot hold files of this size
    locked,        ///< another program holds the file
    bad_path,      ///< the folder's name cannot be used
};

struct DownloadProblem {
    DownloadTrouble trouble = DownloadTrouble::no_network;
    QString place{};                          ///< server, drive, folder or file that it is about
    QString reason{};                         ///< the system's or the server's own words
    int http_status = 0;                      ///< 0: none
    qint64 bytes_needed = 0, bytes_free = 0;  ///< with disk_none and disk_full

    bool operator==(const DownloadProblem&) const = default;
};

enum class DownloadPhase {
    queued,    ///< its turn has not come
    reading,   ///< bytes come, or are asked for
    checking,  ///< what lies on the disk is read again and compared
    waiting,   ///< for the next try, which comes by itself
    paused,    ///< by the person
    stopped,   ///< by a problem that needs the person
    done,
};

struct DownloadFile {
    CatalogFile file;
    QString path;  ///< where it will lie
    DownloadPhase phase = DownloadPhase::queued;
    qint64 bytes_done = 0;
    qint64 bytes_total = 0;    ///< 0: not known yet
    qint64 bytes_checked = 0;  ///< with checking
    std::optional<DownloadProblem> problem;
    bool independently_checked = true;  ///< false: its fingerprint came from the server, not from the list

    bool operator==(const DownloadFile&) const = default;
};

/// All downloads, in the order in which they run. `phase` is that of the file at work; without one it says why.
struct DownloadState {
    std::vector<DownloadFile> files;
    DownloadPhase phase = DownloadPhase::done;
    int current = -1;  ///< index of the file at work or in trouble; -1: none
    qint64 bytes_done = 0, bytes_total = 0;
    std::optional<double> bytes_per_second;  ///< mean of the last 10 s
    std::optional<int> seconds_left;         ///< from the last 60 s
    std::optional<DownloadProblem> problem;
    std::optional<int> next_try_seconds;  ///< with waiting

    /// Whether something is left to do, running or not.
    bool isOpen() const { return phase != DownloadPhase::done; }
    bool isRunning() const {
        return phase == DownloadPhase::reading || phase == DownloadPhase::checking || phase == DownloadPhase::waiting;
    }

    bool operator==(const DownloadState&) const = default;
};

/// What starting a download would mean.
struct DownloadPlan {
    qint64 bytes_total = 0;
    qint64 bytes_present = 0;  ///< complete files and pieces of an earlier attempt
    qint64 bytes_free = 0;     ///< on the drive, for this user
    std::optional<DownloadProblem> problem;

    qint64 bytesMissing() const { return bytes_total - bytes_present; }
};

}  // namespace strata::app

Q_DECLARE_METATYPE(strata::app::DownloadState)
Q_DECLARE_METATYPE(strata::app::DownloadPlan)
