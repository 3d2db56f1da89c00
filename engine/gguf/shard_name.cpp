#include "gguf/shard_name.h"

#include <fmt/format.h>

#include <string_view>

namespace strata {

namespace {

// A path's own characters, narrow or wide; all that is compared with here is ASCII.
using Native = std::filesystem::path::string_type;
using NativeView = std::basic_string_view<Native::value_type>;

constexpr std::string_view kForm = "-#####-of-#####.gguf";  // '#': a digit

bool is_digit(Native::value_type c) {
    return c >= '0' && c <= '9';
}

bool has_form(NativeView text) {
    for (std::size_t i = 0; i < kForm.size(); ++i) {
        const bool fits = kForm[i] == '#' ? is_digit(text[i]) : text[i] == static_cast<Native::value_type>(kForm[i]);
        if (!fits) {
            return false;
        }
    }
    return true;
}

std::uint32_t five_digits(NativeView text) {
    std::uint32_t number = 0;
    for (const Native::value_type c : text.substr(0, 5)) {
        number = number * 10 + static_cast<std::uint32_t>(c - '0');
    }
    return number;
}

}  // namespace

std::optional<ShardName> parse_shard_name(const std::filesystem::path& path) {
    const Native name = path.filename().native();
    if (name.size() < kForm.size()) {
        return std::nullopt;
    }
    const std::size_t stem_size = name.size() - kForm.size();
    const NativeView suffix = NativeView(name).substr(stem_size);
    if (!has_form(suffix)) {
        return std::nullopt;
    }
    ShardName parsed;
    parsed.folder_and_stem = path.parent_path() / std::filesystem::path(name.substr(0, stem_size));
    parsed.number = five_digits(suffix.substr(kForm.find('#')));
    parsed.count = five_digits(suffix.substr(kForm.rfind('#') - 4));
    return parsed;
}

std::filesystem::path shard_path(const ShardName& name, std::uint32_t number) {
    std::filesystem::path path = name.folder_and_stem;
    path += fmt::format("-{:05}-of-{:05}.gguf", number, name.count);
    return path;
}

bool is_piece_of_cut_file(const std::filesystem::path& path) {
    const std::filesystem::path extension = path.extension();
    return path.stem().extension() == std::filesystem::path(".gguf") &&
           extension.native().starts_with(std::filesystem::path(".part").native());
}

}  // namespace strata
