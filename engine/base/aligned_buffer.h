#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "strata/result.h"

namespace strata {

/// Memory that starts at a multiple of 64 bytes and is padded to one, so that kernels may use whole vectors. A large
/// one starts at a page, so that a disk can be read straight into it.
class AlignedBuffer {
public:
    AlignedBuffer() = default;

    /// Zeroed. Fails with out_of_memory, saying how many bytes were wanted.
    static Result<AlignedBuffer> create(std::size_t bytes);
    /// The same with arbitrary content, for who overwrites all of it at once.
    static Result<AlignedBuffer> create_uninitialised(std::size_t bytes);

    std::byte* data() { return data_.get(); }
    const std::byte* data() const { return data_.get(); }
    std::size_t size() const { return size_; }

    template <class T>
    std::span<T> as() {
        return {reinterpret_cast<T*>(data_.get()), size_ / sizeof(T)};
    }
    template <class T>
    std::span<const T> as() const {
        return {reinterpret_cast<const T*>(data_.get()), size_ / sizeof(T)};
    }

private:
    struct Free {
        void operator()(std::byte* memory) const noexcept;
    };
    std::unique_ptr<std::byte, Free> data_;
    std::size_t size_ = 0;
};

/// An AlignedBuffer of floats that grows on demand and keeps its address while it is large enough.
class FloatBuffer {
public:
    /// Makes room for `count` floats; the old content is lost if the buffer has to move.
    Result<void> reserve(std::size_t count);

    float* data() { return reinterpret_cast<float*>(buffer_.data()); }
    const float* data() const { return reinterpret_cast<const float*>(buffer_.data()); }
    std::size_t size() const { return buffer_.size() / sizeof(float); }

private:
    AlignedBuffer buffer_;
};

}  // namespace strata
