#include "gguf/gguf_fault.h"

#include <fmt/format.h>

#include <array>

namespace strata {

namespace {

constexpr std::array<std::string_view, 20> kWords = {
    "truncated",      "bad-magic", "bad-version",   "bad-endian",    "bad-count",       "bad-string",       "bad-key",
    "bad-value-type", "bad-array", "nested-array",  "bad-alignment", "bad-tensor-name", "duplicate-tensor", "bad-dims",
    "bad-type",       "bad-row",   "size-overflow", "bad-offset",    "bad-split",       "bad-model",
};
static_assert(kWords.size() == static_cast<std::size_t>(GgufFault::bad_model) + 1);

}  // namespace

std::string_view to_string(GgufFault fault) {
    return kWords[static_cast<std::size_t>(fault)];
}

tl::unexpected<Error> refuse(const std::filesystem::path& file, GgufFault fault, const std::string& what) {
    const std::u8string name = file.filename().u8string();
    const std::string_view name_bytes(reinterpret_cast<const char*>(name.data()), name.size());
    const bool unsupported = fault == GgufFault::bad_version || fault == GgufFault::bad_endian;
    return fail(unsupported ? ErrorCode::unsupported_format : ErrorCode::bad_file,
                fmt::format("{}: {}: {}", printable(name_bytes, 255), to_string(fault), what));
}

}  // namespace strata
