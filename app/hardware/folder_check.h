#pragma once

#include <optional>
#include <vector>

#include <QString>
#include <QStringList>

#include "app/hardware/system_facts.h"

namespace strata::app {

/// What was found out about a folder that models should be kept in.
struct FolderFacts {
    QString path;               ///< as chosen, cleaned
    QString name_problem;       ///< why the name cannot be used; empty: it can
    bool in_program = false;    ///< in the program's own folder
    bool in_temporary = false;  ///< in a folder that the system empties
    QString cloud;              ///< the service that copies it elsewhere; empty: none seen
    QString write_problem;      ///< why no file could be written there; empty: one could
    std::optional<VolumeFacts> volume;

    bool operator==(const FolderFacts&) const = default;
};

enum class FolderAnswer { accepted, warned, refused };

struct FolderVerdict {
    FolderAnswer answer = FolderAnswer::accepted;
    QString code;  ///< of the problem, as "E-FS-FAT"; empty: none
    QString text;  ///< why; empty: nothing to say

    bool operator==(const FolderVerdict&) const = default;
};

/// Places that the check knows about; the defaults are this PC's.
struct KnownPlaces {
    QString program;
    QStringList temporary;
    QString home;
    QStringList clouds;  ///< folders that a service says it copies

    static KnownPlaces ofThisPc();
};

/// Looks at a folder, existing or not, and tries to write a file there; what it made is gone afterwards. May wait for
/// the disk: not on the window's thread.
FolderFacts readFolderFacts(const QString& path, const KnownPlaces& places);

/// Pure.
FolderVerdict judgeFolder(const FolderFacts& facts);

/// The folder to propose: on the local SSD with the most room; on what there is if there is none; in the home folder if
/// nothing else can be written to.
QString proposedFolder(const std::vector<VolumeFacts>& volumes, const KnownPlaces& places);

/// Where the setup of another user of this PC would have proposed to keep models: in each home beside this one, and on
/// each drive. Waits for the disk.
QStringList proposedToOthers(const std::vector<VolumeFacts>& volumes, const KnownPlaces& places);

}  // namespace strata::app
