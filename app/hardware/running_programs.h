#pragma once

#include <optional>
#include <vector>

#include "app/hardware/system_facts.h"

namespace strata::app {

/// The programs that hold most memory, biggest first, processes of one name together; without this one.
std::vector<ProgramMemory> biggestPrograms(int count);

/// The same from a folder like Linux' /proc.
std::vector<ProgramMemory> biggestProgramsIn(const QString& proc, int count, qint64 own_process);

/// How large Windows' page file may become now; none: not Windows, or it does not tell.
std::optional<quint64> pageFileBytes();

SystemVersion systemVersion();

}  // namespace strata::app
