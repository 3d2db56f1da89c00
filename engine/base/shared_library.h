#pragma once

#include <initializer_list>
#include <optional>

namespace strata {

/// A library of the system that may be missing, looked up while the program runs. It stays loaded until the process
/// ends: drivers keep threads of their own that do not survive being unloaded.
class SharedLibrary {
public:
    /// The first of these that is there; only from the system's own folders on Windows. None: not on this machine.
    static std::optional<SharedLibrary> open(std::initializer_list<const char*> names);

    /// Function: a pointer to the function's type. Null if the library has no such function.
    template <class Function>
    Function find(const char* name) const {
        return reinterpret_cast<Function>(address(name));
    }

private:
    explicit SharedLibrary(void* handle) : handle_(handle) {}
    void* address(const char* name) const;

    void* handle_;
};

}  // namespace strata
