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

std::byte* allocate(std::size_t bytes) {
#ifdef _WIN32
    return static_cast<std::byte*>(_aligned_malloc(bytes, kAlignment));
#else
    return static_cast<std::byte*>(std::aligned_alloc(kAlignment, bytes));
#endif
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
    if (bytes > SIZE_MAX / 2) {
        return fail(ErrorCode::out_of_memory, fmt::format("a buffer of {} bytes cannot be had", bytes));
    }
    const std::size_t padded = (bytes + kAlignment - 1) / kAlignment * kAlignment;
    AlignedBuffer buffer;
    if (padded > 0) {
        buffer.data_.reset(allocate(padded));
        if (!buffer.data_) {
            return fail(ErrorCode::out_of_memory, fmt::format("not enough memory for a buffer of {} bytes", bytes));
        }
        std::memset(buffer.data_.get(), 0, padded);
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
