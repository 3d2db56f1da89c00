#include "app/memory_use.h"

#ifdef _WIN32
#define WIN32_LEAN_AND_MEAN
#include <windows.h>
// After windows.h, which it needs.
#include <psapi.h>
#else
#include <unistd.h>

#include <QByteArray>
#include <QByteArrayList>
#include <QFile>
#endif

namespace strata::app {

#ifdef _WIN32

MemoryUse readMemoryUse() {
    MemoryUse use;
    PROCESS_MEMORY_COUNTERS counters{};
    if (K32GetProcessMemoryInfo(GetCurrentProcess(), &counters, sizeof counters) != 0) {
        use.own_bytes = counters.WorkingSetSize;
    }
    MEMORYSTATUSEX memory{};
    memory.dwLength = sizeof memory;
    if (GlobalMemoryStatusEx(&memory) != 0) {
        use.free_bytes = memory.ullAvailPhys;
        use.all_bytes = memory.ullTotalPhys;
    }
    return use;
}

#else

namespace {

/// Files of /proc say that they are empty, so they are read until nothing comes.
QByteArray readProc(const char* path) {
    QFile file(QString::fromLatin1(path));
    return file.open(QIODevice::ReadOnly | QIODevice::Unbuffered) ? file.readAll() : QByteArray();
}

/// The value of a line like "MemTotal:  16315164 kB".
std::optional<std::uint64_t> bytesOf(const QByteArray& lines, const QByteArray& name) {
    constexpr std::uint64_t kKibibyte = 1024;
    for (const QByteArray& line : lines.split('\n')) {
        if (line.startsWith(name)) {
            bool is_number = false;
            const auto value = line.mid(name.size()).simplified().split(' ').value(0).toULongLong(&is_number);
            return is_number ? std::optional(value * kKibibyte) : std::nullopt;
        }
    }
    return std::nullopt;
}

}  // namespace

MemoryUse readMemoryUse() {
    MemoryUse use;
    bool is_number = false;
    const auto pages = readProc("/proc/self/statm").split(' ').value(1).toULongLong(&is_number);
    if (const long page = sysconf(_SC_PAGESIZE); is_number && page > 0) {
        use.own_bytes = pages * static_cast<std::uint64_t>(page);
    }
    const QByteArray memory = readProc("/proc/meminfo");
    use.free_bytes = bytesOf(memory, "MemAvailable:");
    use.all_bytes = bytesOf(memory, "MemTotal:");
    return use;
}

#endif

}  // namespace strata::app
