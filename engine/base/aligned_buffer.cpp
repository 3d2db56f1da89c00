#include "base/aligned_buffer.h"

#include <fmt/format.h>

#include <cstdlib>
#include <cstring>

#include "base/error.h"

#ifdef _WIN32
#include <malloc.h>
#endif

namespace strata {
namespace {

constexpr std::size_t kAlignment = 64;
constexpr std::size_t kPage = 4096;
constexpr std::size_t kLarge = std::size_t{1} << 18;

std::byte* allocate(std::size_t bytes) {
    const std::size_t alignment = bytes < kLarge ? kAlignment : kPage;
#ifdef _WIN32
    return static_cast<std::byte*>(_aligned_malloc(bytes, alignment));
#else
    return static_cast<std::byte*>(std::aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment));
#endif
}

std::size_t padded(std::size_t bytes) {
    return (bytes + kAlignment - 1) / kAlignment * kAlignment;
}

}  // namespace

void AlignedBuffer::Free::operator()(std::byte* memory) const noexcept {
#ifdef _WIN32
    _aligned_free(memory);
#else
    std::free(memory);
#endif
}

Result<AlignedBuffer> AlignedBuffer::create(std::size_t bytes) {
    STRATA_TRY(AlignedBuffer buffer, create_uninitialised(bytes));
    if (buffer.data_) {
        std::memset(buffer.data_.get(), 0, padded(bytes));
    }
    return buffer;
}

Result<AlignedBuffer> AlignedBuffer::create_uninitialised(std::size_t bytes) {
    if (bytes > SIZE_MAX / 2) {
        return fail(ErrorCode::out_of_memory, fmt::format("a buffer of {} bytes cannot be had", bytes));
    }
    AlignedBuffer buffer;
    if (bytes > 0) {
        buffer.data_.reset(allocate(padded(bytes)));
        if (!buffer.data_) {
            return fail(ErrorCode::out_of_memory, fmt::format("not enough memory for a buffer of {} bytes", bytes));
        }
    }
    buffer.size_ = bytes;
    return buffer;
}

Result<void> FloatBuffer::reserve(std::size_t count) {
    if (buffer_.size() >= count * sizeof(float)) {
        return {};
    }
    STRATA_TRY(buffer_, AlignedBuffer::create(count * sizeof(float)));
    return {};
}

}  // namespace strata
