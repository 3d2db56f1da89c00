#pragma once

#include <memory>

#include <QStringList>

#include "app/data_folder.h"

namespace strata::ui {

struct StartOptions;

/// What a start has found: the data folder, or why there is nothing to do.
struct FolderClaim {
    enum class End {
        taken,    ///< go on with `folder`
        handed,   ///< the program that runs is in front and has the files
        refused,  ///< somebody else has it
    };

    End end = End::refused;
    std::unique_ptr<app::DataFolder> folder;  ///< with `taken`
};

/// Takes the data folder for this start. While another start has it, that one is brought to the front and given the
/// files; one that does not answer is asked about. Waits, so no window may be open yet.
FolderClaim claimDataFolder(const StartOptions& options, const QString& path);

/// Who has a folder that could not be taken, in words.
QString inUseText(const app::DataFolder& folder);

}  // namespace strata::ui
