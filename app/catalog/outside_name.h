#pragma once

#include <QString>

namespace strata::app {

/// Whether a name that came from outside may become the name of one file or folder on any system: not empty, no "." or
/// "..", no separator, colon, control or reserved character, no dot or blank at the end, no device name, at most 120
/// bytes.
bool isSafeName(const QString& name);

/// The same for each part of a path with '/', at most eight of them.
bool isSafePath(const QString& path);

}  // namespace strata::app
