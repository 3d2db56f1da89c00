#include "base/shared_library.h"

#ifdef _WIN32
#define WIN32_LEAN_AND_MEAN
#ifndef NOMINMAX
#define NOMINMAX
#endif
#include <windows.h>
#else
#include <dlfcn.h>
#endif

namespace strata {

std::optional<SharedLibrary> SharedLibrary::open(std::initializer_list<const char*> names) {
    for (const char* const name : names) {
#ifdef _WIN32
        void* const handle = LoadLibraryExA(name, nullptr, LOAD_LIBRARY_SEARCH_SYSTEM32);
#else
        void* const handle = dlopen(name, RTLD_NOW | RTLD_LOCAL);
#endif
        if (handle != nullptr) {
            return SharedLibrary(handle);
        }
    }
    return std::nullopt;
}

void* SharedLibrary::address(const char* name) const {
#ifdef _WIN32
    return reinterpret_cast<void*>(GetProcAddress(static_cast<HMODULE>(handle_), name));
#else
    return dlsym(handle_, name);
#endif
}

}  // namespace strata
