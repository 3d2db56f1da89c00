#pragma once

#include "strata/result.h"

namespace strata {

/// The Windows access list that lets only the current user in. Owns the descriptor that it hands out.
class OwnerOnly {
public:
    OwnerOnly() = default;
    OwnerOnly(OwnerOnly&& other) noexcept;
    OwnerOnly& operator=(OwnerOnly&& other) noexcept;
    ~OwnerOnly();

    /// Errors: io_error.
    static Result<OwnerOnly> create();
    /// A SECURITY_DESCRIPTOR; null for an empty object.
    void* descriptor() const { return descriptor_; }

    /// Whether the file of this handle belongs to the current user, or to the administrators if the user is one of
    /// them: then Windows may have made them the owner.
    static bool owns(void* handle);

private:
    void* descriptor_ = nullptr;
};

}  // namespace strata
