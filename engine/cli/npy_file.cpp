#include "cli/npy_file.h"

#include <fmt/format.h>

#include <fstream>
#include <string>
#include <system_error>

#include "base/error.h"

namespace strata::cli {
namespace {

std::string header(std::span<const std::size_t> shape, const char* type) {
    std::string sizes;
    for (const std::size_t size : shape) {
        sizes += fmt::format("{},", size);
    }
    std::string text = fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({}), }}", type, sizes);
    constexpr std::size_t kPrefix = 10;  // magic, version, length
    const std::size_t padded = (kPrefix + text.size() + 1 + 63) / 64 * 64 - kPrefix;
    text.resize(padded - 1, ' ');
    text += '\n';
    std::string bytes = "\x93NUMPY";
    bytes += {'\x01', '\x00', static_cast<char>(text.size() & 0xff), static_cast<char>(text.size() >> 8)};
    return bytes + text;
}

Result<void> write(const std::filesystem::path& path, const std::string& head, std::span<const std::byte> body) {
    std::filesystem::path temporary = path;
    temporary += ".part";
    std::ofstream file(temporary, std::ios::binary | std::ios::trunc);
    file.write(head.data(), static_cast<std::streamsize>(head.size()));
    file.write(reinterpret_cast<const char*>(body.data()), static_cast<std::streamsize>(body.size()));
    file.close();
    std::error_code error;
    if (file) {
        std::filesystem::rename(temporary, path, error);
    }
    if (!file || error) {
        std::error_code ignored;
        std::filesystem::remove(temporary, ignored);
        return fail(ErrorCode::io_error, fmt::format("{}: cannot be written", path.string()));
    }
    return {};
}

}  // namespace

Result<void> write_npy(const std::filesystem::path& path, std::span<const std::size_t> shape,
                       std::span<const float> values) {
    return write(path, header(shape, "<f4"), std::as_bytes(values));
}

Result<void> write_npy(const std::filesystem::path& path, std::span<const std::size_t> shape,
                       std::span<const std::int32_t> values) {
    return write(path, header(shape, "<i4"), std::as_bytes(values));
}

}  // namespace strata::cli
