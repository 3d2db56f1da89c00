#include "base/anonymous_memory.h"

#include <fmt/format.h>

#include <cerrno>
#include <system_error>
#include <utility>

#include "base/error.h"

#ifdef _WIN32
#define WIN32_LEAN_AND_MEAN
#define NOMINMAX
#include <windows.h>
#else
#include <sys/mman.h>
#endif

namespace strata {
namespace {

Error lock_error(std::size_t bytes, const std::error_code& reason) {
    return {ErrorCode::out_of_memory,
            fmt::format("{:.1f} GB of memory could not be locked ({}); the system may move it to disk",
                        static_cast<double>(bytes) / 1e9, reason.message())};
}

tl::unexpected<Error> no_memory(std::size_t bytes) {
    return fail(ErrorCode::out_of_memory,
                fmt::format("not enough memory for {:.1f} GB of experts", static_cast<double>(bytes) / 1e9));
}

}  // namespace

AnonymousMemory::AnonymousMemory(AnonymousMemory&& other) noexcept {
    *this = std::move(other);
}

AnonymousMemory& AnonymousMemory::operator=(AnonymousMemory&& other) noexcept {
    if (this != &other) {
        release();
        data_ = std::exchange(other.data_, nullptr);
        size_ = std::exchange(other.size_, 0);
    }
    return *this;
}

AnonymousMemory::~AnonymousMemory() {
    release();
}

#ifdef _WIN32

Result<AnonymousMemory> AnonymousMemory::create(std::size_t bytes) {
    AnonymousMemory memory;
    memory.data_ = static_cast<std::byte*>(VirtualAlloc(nullptr, bytes, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE));
    if (memory.data_ == nullptr) {
        return no_memory(bytes);
    }
    memory.size_ = bytes;
    return memory;
}

Result<void> AnonymousMemory::lock() {
    SIZE_T least = 0, most = 0;
    constexpr SIZE_T kRest = SIZE_T{256} << 20;
    if (GetProcessWorkingSetSize(GetCurrentProcess(), &least, &most)) {
        SetProcessWorkingSetSize(GetCurrentProcess(), least + size_, most + size_ + kRest);
    }
    if (!VirtualLock(data_, size_)) {
        return tl::unexpected(lock_error(size_, {static_cast<int>(GetLastError()), std::system_category()}));
    }
    return {};
}

void AnonymousMemory::release() noexcept {
    if (data_ != nullptr) {
        VirtualFree(data_, 0, MEM_RELEASE);
    }
    data_ = nullptr;
}

#else

Result<AnonymousMemory> AnonymousMemory::create(std::size_t bytes) {
    AnonymousMemory memory;
    void* data = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (data == MAP_FAILED) {
        return no_memory(bytes);
    }
    memory.data_ = static_cast<std::byte*>(data);
    memory.size_ = bytes;
#ifdef MADV_HUGEPAGE
    ::madvise(data, bytes, MADV_HUGEPAGE);
#endif
    return memory;
}

Result<void> AnonymousMemory::lock() {
#ifdef MLOCK_ONFAULT
    if (::mlock2(data_, size_, MLOCK_ONFAULT) == 0) {
        return {};
    }
#endif
    if (::mlock(data_, size_) != 0) {
        return tl::unexpected(lock_error(size_, {errno, std::generic_category()}));
    }
    return {};
}

void AnonymousMemory::release() noexcept {
    if (data_ != nullptr) {
        ::munmap(data_, size_);
    }
    data_ = nullptr;
}

#endif

}  // namespace strata
