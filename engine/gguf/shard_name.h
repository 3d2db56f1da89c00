#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

namespace strata {

/// The name of one file of a split set, "<stem>-00001-of-00003.gguf", taken apart. The stem is taken literally.
struct ShardName {
    std::filesystem::path folder_and_stem;
    std::uint32_t number = 0;  ///< from 1
    std::uint32_t count = 0;
};

/// Nothing if the file's name has another form. Symbolic links are not followed: the link's name counts.
std::optional<ShardName> parse_shard_name(const std::filesystem::path& path);

/// The path of another shard of the set.
std::filesystem::path shard_path(const ShardName& name, std::uint32_t number);

/// True for pieces of a file that was cut by bytes ("x.gguf.part1of2"): they are no shards.
bool is_piece_of_cut_file(const std::filesystem::path& path);

}  // namespace strata
