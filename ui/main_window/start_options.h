#pragma once

#include <optional>

#include <QSize>
#include <QString>
#include <QStringList>

#include "strata/load_options.h"
#include "ui/main_window/scripted_session.h"
#include "ui/style/theme.h"

class QCoreApplication;

namespace strata::ui {

/// What the command line asks for.
struct StartOptions {
    QString model;      ///< empty: the one of the settings
    QString data;       ///< everything that is kept goes into this folder; empty: the user's own folders
    QStringList files;  ///< to open: pictures, exported chats
    bool disk_parking = true;
    LoadOptions load;
    std::optional<ThemeChoice> theme;
    QString language;  ///< of the texts; empty: the one of the settings
    std::optional<QSize> size;
    QString ui_trace;  ///< file for a report on how the window keeps up; empty: none
    ScriptedSession::Plan plan;
    bool in_tray = false;   ///< begin without a window if there is a tray
    bool scripted = false;  ///< the program plays `plan` and keeps nothing unless `data` is given
};

/// Reads the command line; help and version end the program there. None if it makes no sense; the error output then
/// says what would.
std::optional<StartOptions> readStartOptions(const QCoreApplication& application);

}  // namespace strata::ui
