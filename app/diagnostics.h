#pragma once

#include <chrono>
#include <optional>

#include <QString>
#include <QStringList>

#include "app/log_text.h"
#include "app/settings.h"
#include "strata/hardware.h"
#include "strata/status.h"

namespace strata::app {

/// What somebody who is to help has to know about this PC and this run.
struct DiagnosticsFacts {
    HardwareInfo hardware;
    std::optional<EngineStatus> engine;                  ///< none: no model is loaded
    std::optional<std::chrono::milliseconds> load_time;  ///< of the last load
    QString state;                                       ///< of the engine, in words
    QString self_check;                                  ///< how the last one ended; empty: never run
};

/// Versions, hardware, settings and timings, a line each. Holds nothing that was written in chats, no titles, names of
/// files, addresses or keys: every line passes `text`, and settings that name such things only say that they are set.
QStringList diagnosticsLines(const DiagnosticsFacts& facts, const Settings& settings, const LogText& text);

/// The newest lines of a log, cleaned again. Waits for the disk.
QStringList newestLines(const QString& log, const LogText& text);

}  // namespace strata::app
