#pragma once

#include <optional>
#include <vector>

#include "app/hardware/system_facts.h"

namespace strata::app {

/// The volumes that somebody could keep files on, biggest free space first. Asks each of them: not on the window's
/// thread.
std::vector<VolumeFacts> listVolumes();

/// The volume that a path is or would be on, existing or not; none if nothing of the path exists. May wait for a disk.
std::optional<VolumeFacts> volumeOf(const QString& path);

/// False: of FAT, where a file ends below 4 GiB.
bool holdsLargeFiles(const VolumeFacts& volume);

/// What kind of drive the block device with these numbers is, by a folder like Linux' /sys. For volumeOf and its test.
DriveKind driveKindIn(const QString& sys, unsigned major, unsigned minor);

}  // namespace strata::app
