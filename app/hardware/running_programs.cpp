#include "app/hardware/running_programs.h"

#include <algorithm>

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QHash>
#include <QOperatingSystemVersion>
#include <QSysInfo>

#ifdef _WIN32
#define WIN32_LEAN_AND_MEAN
#include <windows.h>
// These need windows.h in front of them.
#include <psapi.h>
#include <tlhelp32.h>
#endif

namespace strata::app {
namespace {

using Sizes = QHash<QString, quint64>;

std::vector<ProgramMemory> biggestOf(const Sizes& sizes, int count) {
    std::vector<ProgramMemory> programs;
    for (auto i = sizes.begin(); i != sizes.end(); ++i) {
        programs.push_back({i.key(), i.value()});
    }
    std::sort(programs.begin(), programs.end(), [](const ProgramMemory& a, const ProgramMemory& b) {
        return a.bytes != b.bytes ? a.bytes > b.bytes : a.name < b.name;
    });
    programs.resize(std::min(programs.size(), static_cast<std::size_t>(count)));
    return programs;
}

/// The number in a line "VmRSS:   1234 kB", in bytes; 0: no such line.
quint64 kilobytesAfter(const QByteArray& text, const QByteArray& name) {
    const qsizetype begin = text.indexOf(name);
    if (begin < 0) {
        return 0;
    }
    const qsizetype end = text.indexOf('\n', begin);
    const QByteArray value = text.mid(begin + name.size(), end - begin - name.size()).trimmed();
    return value.left(value.indexOf(' ')).toULongLong() * 1024;
}

}  // namespace

std::vector<ProgramMemory> biggestProgramsIn(const QString& proc, int count, qint64 own_process) {
    Sizes sizes;
    const QDir folder(proc);
    for (const QString& name : folder.entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
        bool is_process = false;
        const qint64 id = name.toLongLong(&is_process);
        QFile file(folder.filePath(name + QStringLiteral("/status")));
        if (!is_process || id == own_process || !file.open(QIODevice::ReadOnly)) {
            continue;
        }
        const QByteArray status = file.readAll();
        const quint64 bytes = kilobytesAfter(status, "VmRSS:");
        const QByteArray first = status.left(status.indexOf('\n'));
        if (bytes > 0 && first.startsWith("Name:")) {
            // What is shared between processes of one program counts once for each: an upper bound, as task lists show.
            sizes[QString::fromUtf8(first.mid(5).trimmed())] += bytes;
        }
    }
    return biggestOf(sizes, count);
}

#ifdef _WIN32

std::vector<ProgramMemory> biggestPrograms(int count) {
    Sizes sizes;
    const HANDLE list = CreateToolhelp32Snapshot(TH32CS_SNAPPROCESS, 0);
    if (list == INVALID_HANDLE_VALUE) {
        return {};
    }
    PROCESSENTRY32W entry = {};
    entry.dwSize = sizeof(entry);
    for (BOOL more = Process32FirstW(list, &entry); more; more = Process32NextW(list, &entry)) {
        const HANDLE process = entry.th32ProcessID == GetCurrentProcessId()
                                   ? nullptr
                                   : OpenProcess(PROCESS_QUERY_LIMITED_INFORMATION, FALSE, entry.th32ProcessID);
        if (process == nullptr) {
            continue;
        }
        PROCESS_MEMORY_COUNTERS counters = {};
        if (K32GetProcessMemoryInfo(process, &counters, sizeof(counters))) {
            QString name = QString::fromWCharArray(entry.szExeFile);
            if (name.endsWith(QLatin1String(".exe"), Qt::CaseInsensitive)) {
                name.chop(4);
            }
            sizes[name] += counters.WorkingSetSize;
        }
        CloseHandle(process);
    }
    CloseHandle(list);
    return biggestOf(sizes, count);
}

std::optional<quint64> pageFileBytes() {
    MEMORYSTATUSEX status = {};
    status.dwLength = sizeof(status);
    if (!GlobalMemoryStatusEx(&status) || status.ullTotalPageFile < status.ullTotalPhys) {
        return std::nullopt;
    }
    return status.ullTotalPageFile - status.ullTotalPhys;
}

#else

std::vector<ProgramMemory> biggestPrograms(int count) {
    return biggestProgramsIn(QStringLiteral("/proc"), count, QCoreApplication::applicationPid());
}

std::optional<quint64> pageFileBytes() {
    return std::nullopt;
}

#endif

SystemVersion systemVersion() {
    SystemVersion version;
    version.name = QSysInfo::prettyProductName();
#ifdef _WIN32
    version.family = SystemFamily::windows;
    version.build = QOperatingSystemVersion::current().microVersion();
#elif defined(__linux__)
    version.family = SystemFamily::linux_like;
#endif
    return version;
}

}  // namespace strata::app
