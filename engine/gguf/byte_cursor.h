#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/little_endian.h"
#include "base/mapped_file.h"
#include "gguf/gguf_fault.h"

namespace strata {

/// Reads a file's bytes once, from front to back, and never past its end.
///
/// It reads through the file handle and not through the mapping: a file that shrinks meanwhile gives an error.
class ByteCursor {
public:
    explicit ByteCursor(const MappedFile& file);

    std::uint64_t position() const { return position_; }
    std::uint64_t remaining() const { return file_.size() - position_; }

    /// Fills `out`. Error: truncated, saying that the file ends inside `what`.
    Result<void> read(std::span<std::byte> out, std::string_view what);

    /// A little-endian integer. Errors as for read.
    template <std::unsigned_integral T>
    Result<T> number(std::string_view what) {
        std::byte bytes[sizeof(T)];
        STRATA_CHECK(read(bytes, what));
        return load_little_endian<T>(bytes);
    }

    /// A string with its length in front. Errors: bad_string if it claims more bytes than are left, `too_long` if it
    /// has more than `most`.
    Result<std::string> string(std::string_view what, std::uint64_t most, GgufFault too_long);

    /// The error for this file, with the position behind what was read last.
    tl::unexpected<Error> refuse(GgufFault fault, const std::string& what) const;

private:
    Result<void> refill();

    const MappedFile& file_;
    std::uint64_t position_ = 0;
    std::vector<std::byte> buffer_;      // bytes read ahead
    std::span<const std::byte> unread_;  // the part of buffer_ that begins at position_
};

}  // namespace strata
