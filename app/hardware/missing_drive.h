#pragma once

#include <functional>
#include <optional>

#include <QString>

namespace strata::app {

/// Whether a folder is there and has something in it: the place of a drive that is not connected is gone or empty.
/// Waits for the disk.
bool hasContent(const QString& folder);

/// The drive that a path is on, if that drive is not connected; none: it is, or the path is on none that could be taken
/// away. "E:" on Windows, else the name under which drives are connected, as "photos" of /media/anna/photos.
/// has_content: asked about the drive's folder. May wait for a disk.
std::optional<QString> missingDrive(const QString& path,
                                    const std::function<bool(const QString&)>& has_content = hasContent);

}  // namespace strata::app
