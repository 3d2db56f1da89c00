#pragma once

#include <optional>
#include <vector>

#include <QString>

#include "strata/hardware.h"

namespace strata::app {

enum class DriveKind { unknown, ssd, hard_disk, network };

/// A place for files, as the system has it mounted.
struct VolumeFacts {
    QString root;         ///< as "D:/" or "/home"
    QString file_system;  ///< as "NTFS", "ext4", "FAT32"
    DriveKind kind = DriveKind::unknown;
    bool removable = false;
    bool read_only = false;
    quint64 total_bytes = 0;
    quint64 free_bytes = 0;  ///< to this user

    bool operator==(const VolumeFacts&) const = default;
};

struct ProgramMemory {
    QString name;
    quint64 bytes = 0;

    bool operator==(const ProgramMemory&) const = default;
};

enum class SystemFamily { linux_like, windows, other };

struct SystemVersion {
    SystemFamily family = SystemFamily::other;
    QString name;   ///< as "Windows 11 Version 22H2"; empty: unknown
    int build = 0;  ///< of Windows; 0: unknown

    bool operator==(const SystemVersion&) const = default;
};

/// What was found out about this PC. Nothing of it leaves it.
struct SystemFacts {
    HardwareInfo hardware;
    std::vector<VolumeFacts> volumes;
    std::optional<quint64> page_file_bytes;  ///< of Windows; none: unknown or no Windows
    std::vector<ProgramMemory> programs;     ///< the biggest ones, biggest first
    SystemVersion system;

    bool operator==(const SystemFacts&) const = default;
};

}  // namespace strata::app
