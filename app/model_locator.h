#pragma once

#include <optional>

#include <QString>
#include <QStringList>

namespace strata::app {

/// A model file to load.
struct ModelChoice {
    QString path;
    bool built_in = false;  ///< the practice model that comes with the program
};

/// Where the built-in model may lie, best place first: beside the program, in the share folder of an installed program,
/// and in the source tree for a program that runs where it was built.
///
/// program_folder: the folder of the executable.
QStringList builtInModelFolders(const QString& program_folder);

/// The model to start with: the requested file if one is named (it need not exist; loading then says so), else the
/// built-in model if one of the folders has it.
std::optional<ModelChoice> chooseModel(const QString& requested, const QStringList& folders);

}  // namespace strata::app
