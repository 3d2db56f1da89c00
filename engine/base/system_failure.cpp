#include "base/system_failure.h"

#include <fmt/format.h>

#include <system_error>

#include "base/error.h"

#ifdef _WIN32
#define WIN32_LEAN_AND_MEAN
#define NOMINMAX
#include <windows.h>
#else
#include <cerrno>
#endif

namespace strata {

std::string path_text(const std::filesystem::path& path) {
    const std::u8string name = path.u8string();
    return {name.begin(), name.end()};
}

tl::unexpected<Error> system_failure(const std::filesystem::path& path, std::string_view what) {
#ifdef _WIN32
    const DWORD reason = GetLastError();
    const bool missing = reason == ERROR_FILE_NOT_FOUND || reason == ERROR_PATH_NOT_FOUND;
    const std::string words = std::system_category().message(static_cast<int>(reason));
#else
    const int reason = errno;
    const bool missing = reason == ENOENT || reason == ENOTDIR;
    const std::string words = std::generic_category().message(reason);
#endif
    return fail(missing ? ErrorCode::not_found : ErrorCode::io_error,
                fmt::format("{}: {} ({})", path_text(path), what, words));
}

}  // namespace strata
