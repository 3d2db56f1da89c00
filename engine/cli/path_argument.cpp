#include "cli/path_argument.h"

#include <array>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <system_error>

#include "base/error.h"

#ifdef _WIN32
#include <windows.h>
// after windows.h
#include <shellapi.h>
#endif

namespace strata::cli {

std::filesystem::path path_from_argument(std::string_view text) {
#ifdef _WIN32
    return std::filesystem::path(std::u8string(text.begin(), text.end()));
#else
    return std::filesystem::path(text);
#endif
}

std::string path_text(const std::filesystem::path& path) {
#ifdef _WIN32
    const std::u8string text = path.u8string();
    return std::string(text.begin(), text.end());
#else
    return path.string();
#endif
}

#ifdef _WIN32

std::vector<std::string> command_line(int, char**) {
    int count = 0;
    wchar_t** words = CommandLineToArgvW(GetCommandLineW(), &count);
    std::vector<std::string> result;
    for (int i = 1; i < count; ++i) {
        result.push_back(path_text(std::filesystem::path(words[i])));
    }
    LocalFree(words);
    return result;
}

std::filesystem::path program_folder() {
    std::wstring name(32768, L'\0');
    name.resize(GetModuleFileNameW(nullptr, name.data(), static_cast<DWORD>(name.size())));
    return std::filesystem::path(name).parent_path();
}

#else

std::vector<std::string> command_line(int argc, char** argv) {
    return argc > 1 ? std::vector<std::string>(argv + 1, argv + argc) : std::vector<std::string>();
}

std::filesystem::path program_folder() {
    std::error_code error;
    const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", error);
    return error ? std::filesystem::path() : program.parent_path();
}

#endif

Result<std::string> read_all(const std::string& typed_path) {
    if (typed_path == "-") {
        std::string text;
        std::array<char, 65536> part{};
        std::size_t count = 0;
        while ((count = std::fread(part.data(), 1, part.size(), stdin)) > 0) {
            text.append(part.data(), count);
        }
        if (std::ferror(stdin) != 0) {
            return fail(ErrorCode::io_error, "standard input cannot be read");
        }
        return text;
    }
    const std::filesystem::path path = path_from_argument(typed_path);
    std::error_code ignored;
    if (!std::filesystem::exists(path, ignored)) {
        return fail(ErrorCode::not_found, typed_path + ": there is no such file");
    }
    if (std::filesystem::is_directory(path, ignored)) {
        return fail(ErrorCode::io_error, typed_path + ": this is a folder");
    }
    std::ifstream file(path, std::ios::binary);
    std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    if (!file) {
        return fail(ErrorCode::io_error, typed_path + ": cannot be read");
    }
    return text;
}

}  // namespace strata::cli
