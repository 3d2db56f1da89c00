#pragma once

#include <cstddef>
#include <QtGlobal>
#include <span>

#ifdef _WIN32
#include <windows.h>
#else
#include <sys/mman.h>
#include <unistd.h>
#endif

namespace strata::testing {

/// Memory whose last byte is the last of a page, with a page after it that no one may touch.
class GuardedBytes {
public:
    explicit GuardedBytes(std::size_t size) : size_(size) {
        const std::size_t page = page_size();
        usable_ = (size + page - 1) / page * page;
#ifdef _WIN32
        start_ = static_cast<std::byte*>(VirtualAlloc(nullptr, usable_ + page, MEM_RESERVE, PAGE_NOACCESS));
        const bool ready = start_ != nullptr && VirtualAlloc(start_, usable_, MEM_COMMIT, PAGE_READWRITE) != nullptr;
#else
        void* start = mmap(nullptr, usable_ + page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        start_ = static_cast<std::byte*>(start);
        const bool ready = start != MAP_FAILED && mprotect(start, usable_, PROT_READ | PROT_WRITE) == 0;
#endif
        if (!ready) {
            qFatal("no guarded memory");
        }
    }
    ~GuardedBytes() {
#ifdef _WIN32
        VirtualFree(start_, 0, MEM_RELEASE);
#else
        munmap(start_, usable_ + page_size());
#endif
    }
    GuardedBytes(const GuardedBytes&) = delete;
    GuardedBytes& operator=(const GuardedBytes&) = delete;

    std::span<std::byte> bytes() {
        return {start_ + usable_ - size_, size_};
    }

private:
    static std::size_t page_size() {
#ifdef _WIN32
        SYSTEM_INFO info;
        GetSystemInfo(&info);
        return info.dwPageSize;
#else
        return static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
#endif
    }

    std::size_t size_;
    std::size_t usable_ = 0;
    std::byte* start_ = nullptr;
};

}  // namespace strata::testing
