#include "base/system_memory.h"

#ifdef _WIN32
#define WIN32_LEAN_AND_MEAN
#define NOMINMAX
#include <windows.h>
// psapi.h needs windows.h in front of it.
#include <psapi.h>
#else
#include <fstream>
#include <limits>
#include <string>
#endif

namespace strata {

#ifdef _WIN32

SystemMemory read_system_memory() {
    SystemMemory memory;
    MEMORYSTATUSEX status = {};
    status.dwLength = sizeof(status);
    if (GlobalMemoryStatusEx(&status)) {
        memory.total_bytes = status.ullTotalPhys;
        memory.available_bytes = status.ullAvailPhys;
    }
    PROCESS_MEMORY_COUNTERS_EX counters = {};
    if (K32GetProcessMemoryInfo(GetCurrentProcess(), reinterpret_cast<PROCESS_MEMORY_COUNTERS*>(&counters),
                                sizeof(counters))) {
        memory.process_resident_bytes = counters.WorkingSetSize;
        memory.process_private_bytes = counters.PrivateUsage;
    }
    return memory;
}

#else

namespace {

// Lines of /proc files read "Name:   1234 kB".
std::uint64_t kilobytes_of(const char* path, const std::string& name) {
    std::ifstream file(path);
    std::string word;
    while (file >> word) {
        if (word == name) {
            std::uint64_t kilobytes = 0;
            file >> kilobytes;
            return kilobytes * 1024;
        }
        file.ignore(std::numeric_limits<std::streamsize>::max(), '\n');
    }
    return 0;
}

}  // namespace

SystemMemory read_system_memory() {
    SystemMemory memory;
    memory.total_bytes = kilobytes_of("/proc/meminfo", "MemTotal:");
    memory.available_bytes = kilobytes_of("/proc/meminfo", "MemAvailable:");
    memory.process_resident_bytes = kilobytes_of("/proc/self/status", "VmRSS:");
    memory.process_private_bytes = kilobytes_of("/proc/self/status", "RssAnon:");
    return memory;
}

#endif

}  // namespace strata
