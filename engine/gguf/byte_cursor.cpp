#include "gguf/byte_cursor.h"

#include <fmt/format.h>

#include <algorithm>

namespace strata {

namespace {

constexpr std::size_t kReadAheadBytes = std::size_t{64} << 10;

}  // namespace

ByteCursor::ByteCursor(const MappedFile& file) : file_(file) {}

Result<void> ByteCursor::refill() {
    buffer_.resize(static_cast<std::size_t>(std::min<std::uint64_t>(kReadAheadBytes, remaining())));
    STRATA_CHECK(file_.read(position_, buffer_));
    unread_ = buffer_;
    return {};
}

Result<void> ByteCursor::read(std::span<std::byte> out, std::string_view what) {
    if (out.size() > remaining()) {
        return refuse(GgufFault::truncated, fmt::format("the file ends inside the {}", what));
    }
    while (!out.empty()) {
        if (unread_.empty()) {
            STRATA_CHECK(refill());
        }
        const std::size_t count = std::min(out.size(), unread_.size());
        std::copy_n(unread_.begin(), count, out.begin());
        unread_ = unread_.subspan(count);
        out = out.subspan(count);
        position_ += count;
    }
    return {};
}

Result<std::string> ByteCursor::string(std::string_view what, std::uint64_t most, GgufFault too_long) {
    STRATA_TRY(const auto bytes, number<std::uint64_t>(what));
    if (bytes > remaining()) {
        return refuse(GgufFault::bad_string,
                      fmt::format("the {} claims {} bytes, the file has {} more", what, bytes, remaining()));
    }
    if (bytes > most) {
        return refuse(too_long, fmt::format("the {} has {} bytes, at most {} are allowed", what, bytes, most));
    }
    std::string text(static_cast<std::size_t>(bytes), '\0');
    STRATA_CHECK(read(std::as_writable_bytes(std::span(text)), what));
    return text;
}

tl::unexpected<Error> ByteCursor::refuse(GgufFault fault, const std::string& what) const {
    return strata::refuse(file_.path(), fault, fmt::format("{} (at byte {})", what, position_));
}

}  // namespace strata
