#pragma once

#include <cstddef>

#include "strata/result.h"

namespace strata {

/// A large piece of memory straight from the system, zeros until written: pages take memory when they are first
/// touched. Starts at a page. Where the system has large pages, it is asked for them.
class AnonymousMemory {
public:
    AnonymousMemory() = default;
    AnonymousMemory(AnonymousMemory&& other) noexcept;
    AnonymousMemory& operator=(AnonymousMemory&& other) noexcept;
    ~AnonymousMemory();

    /// Errors: out_of_memory, saying how many bytes were wanted.
    static Result<AnonymousMemory> create(std::size_t bytes);

    std::byte* data() const { return data_; }
    std::size_t size() const { return size_; }

    /// Keeps all of it in memory, whatever else is wanted there; where the system can, from when it is first touched
    /// on, else it takes all of that memory at once. Errors: out_of_memory if the system refuses; the memory can be
    /// used all the same.
    Result<void> lock();

private:
    void release() noexcept;

    std::byte* data_ = nullptr;
    std::size_t size_ = 0;
};

}  // namespace strata
