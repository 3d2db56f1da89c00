#include "gguf/gguf_file.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/assert.h"
#include "base/error.h"
#include "gguf/gguf_fault.h"
#include "gguf/gguf_header.h"
#include "gguf/gguf_limits.h"
#include "gguf/name_index.h"
#include "gguf/shard_name.h"

namespace strata {

struct GgufFile::Parts {
    std::vector<MappedFile> files;
    std::uint32_t version = 0;
    GgufMetadata metadata;
    std::vector<TensorInfo> tensors;
    NameIndex keys;          // of metadata
    NameIndex tensor_names;  // of tensors
};

namespace {

/// A non-negative integer that a file of a split set must have; nothing if it is missing or something else.
std::optional<std::int64_t> split_number(const GgufMetadata& metadata, std::string_view key) {
    const auto found = std::ranges::find(metadata, key, &GgufMetadata::value_type::first);
    const auto number = found == metadata.end() ? std::nullopt : found->second.as_integer();
    return number && *number >= 0 ? number : std::nullopt;
}

std::string shown(const std::optional<std::int64_t>& number) {
    return number ? std::to_string(*number) : "no number";
}

/// Checks what a shard says of itself. index: from 0.
Result<void> check_split_numbers(const std::filesystem::path& path, const GgufMetadata& metadata, std::int64_t index,
                                 std::int64_t count) {
    const auto own_index = split_number(metadata, "split.no");
    if (own_index != index) {
        return refuse(path, GgufFault::bad_split,
                      fmt::format("'split.no' is {} instead of {}", shown(own_index), index));
    }
    const auto own_count = split_number(metadata, "split.count");
    if (own_count != count) {
        return refuse(path, GgufFault::bad_split,
                      fmt::format("'split.count' is {} instead of {}", shown(own_count), count));
    }
    return {};
}

/// The name of the first shard, which must fit what the shard says of itself.
Result<ShardName> check_first_shard(const std::filesystem::path& path, const GgufMetadata& metadata,
                                    std::int64_t count) {
    if (static_cast<std::uint64_t>(count) > kMostShards) {
        return refuse(path, GgufFault::bad_split,
                      fmt::format("'split.count' is {}, at most {} files are allowed", count, kMostShards));
    }
    const std::optional<ShardName> name = parse_shard_name(path);
    if (!name || name->count != count) {
        return refuse(
            path, GgufFault::bad_split,
            fmt::format("the file is one of {}, but its name does not end in -#####-of-{:05}.gguf", count, count));
    }
    if (name->number != 1) {
        return refuse(path, GgufFault::bad_split,
                      fmt::format("this is file {} of {}; open the first one", name->number, count));
    }
    STRATA_CHECK(check_split_numbers(path, metadata, 0, count));
    return *name;
}

Result<MappedFile> open_shard(const ShardName& name, std::uint32_t number) {
    const std::filesystem::path path = shard_path(name, number);
    Result<MappedFile> file = MappedFile::open(path);
    if (!file && file.error().code == ErrorCode::not_found) {
        return refuse(path, GgufFault::bad_split,
                      fmt::format("file {} of {} is missing; all must lie in one folder", number, name.count));
    }
    return file;
}

/// The number of files of the set that this first shard belongs to; 1 if it stands alone.
Result<std::int64_t> read_shard_count(const std::filesystem::path& path, const GgufMetadata& metadata) {
    const auto found = std::ranges::find(metadata, "split.count", &GgufMetadata::value_type::first);
    if (found == metadata.end()) {
        return 1;
    }
    const auto count = split_number(metadata, "split.count");
    if (!count) {
        return refuse(path, GgufFault::bad_split, "'split.count' is not a number of files");
    }
    return std::max<std::int64_t>(*count, 1);
}

void add_tensors(std::vector<TensorInfo>& all, std::vector<TensorInfo> of_shard, std::uint32_t shard) {
    for (TensorInfo& tensor : of_shard) {
        tensor.shard = shard;
        all.push_back(std::move(tensor));
    }
}

/// Opens shards 2 and on, and adds them and their tensors.
Result<void> open_other_shards(std::int64_t count, const GgufMetadata& metadata, std::vector<MappedFile>& files,
                               std::vector<TensorInfo>& tensors) {
    const std::filesystem::path first = files.front().path();
    STRATA_TRY(const ShardName name, check_first_shard(first, metadata, count));
    for (std::uint32_t number = 2; number <= name.count; ++number) {
        STRATA_TRY(MappedFile file, open_shard(name, number));
        STRATA_TRY(GgufHeader header, read_gguf_header(file));
        STRATA_CHECK(check_split_numbers(file.path(), header.metadata, number - 1, count));
        add_tensors(tensors, std::move(header.tensors), number - 1);
        files.push_back(std::move(file));
    }
    const auto total = split_number(metadata, "split.tensors.count");
    if (total != static_cast<std::int64_t>(tensors.size())) {
        return refuse(first, GgufFault::bad_split,
                      fmt::format("'split.tensors.count' is {}, the {} files have {} tensors", shown(total), count,
                                  tensors.size()));
    }
    return {};
}

NameIndex index_keys(const GgufMetadata& metadata) {
    std::vector<std::string_view> names;
    names.reserve(metadata.size());
    for (const auto& [key, value] : metadata) {
        names.emplace_back(key);
    }
    return NameIndex(std::move(names));
}

NameIndex index_tensors(const std::vector<TensorInfo>& tensors) {
    std::vector<std::string_view> names;
    names.reserve(tensors.size());
    for (const TensorInfo& tensor : tensors) {
        names.emplace_back(tensor.name);
    }
    return NameIndex(std::move(names));
}

}  // namespace

Result<GgufFile> GgufFile::open(const std::filesystem::path& path) {
    auto parts = std::make_shared<Parts>();
    STRATA_TRY(MappedFile first, MappedFile::open(path));
    if (is_piece_of_cut_file(path)) {
        return refuse(path, GgufFault::bad_split, "this is a piece of a file that was cut; join the pieces first");
    }
    STRATA_TRY(GgufHeader header, read_gguf_header(first));
    parts->version = header.version;
    parts->metadata = std::move(header.metadata);
    parts->tensors = std::move(header.tensors);
    parts->files.push_back(std::move(first));

    STRATA_TRY(const std::int64_t count, read_shard_count(path, parts->metadata));
    if (count > 1) {
        STRATA_CHECK(open_other_shards(count, parts->metadata, parts->files, parts->tensors));
    }
    parts->keys = index_keys(parts->metadata);
    parts->tensor_names = index_tensors(parts->tensors);
    if (const auto twice = parts->tensor_names.duplicate()) {
        const TensorInfo& again = parts->tensors[twice->second];
        return refuse(parts->files[again.shard].path(), GgufFault::duplicate_tensor,
                      fmt::format("'{}' occurs twice, in files {} and {} of the model", printable(again.name),
                                  parts->tensors[twice->first].shard + 1, again.shard + 1));
    }
    GgufFile file(std::move(parts));
    STRATA_CHECK(file.check_whole());
    return file;
}

GgufFile::GgufFile(std::shared_ptr<const Parts> parts) : parts_(std::move(parts)) {}

const std::filesystem::path& GgufFile::path() const {
    return parts_->files.front().path();
}

std::uint32_t GgufFile::version() const {
    return parts_->version;
}

std::size_t GgufFile::shard_count() const {
    return parts_->files.size();
}

std::uint64_t GgufFile::total_bytes() const {
    std::uint64_t bytes = 0;
    for (const MappedFile& file : parts_->files) {
        bytes += file.size();
    }
    return bytes;
}

const std::vector<std::pair<std::string, GgufValue>>& GgufFile::metadata() const {
    return parts_->metadata;
}

const GgufValue* GgufFile::find(std::string_view key) const {
    const auto place = parts_->keys.find(key);
    return place ? &parts_->metadata[*place].second : nullptr;
}

const std::vector<TensorInfo>& GgufFile::tensors() const {
    return parts_->tensors;
}

const TensorInfo* GgufFile::find_tensor(std::string_view name) const {
    const auto place = parts_->tensor_names.find(name);
    return place ? &parts_->tensors[*place] : nullptr;
}

std::span<const std::byte> GgufFile::tensor_bytes(const TensorInfo& tensor) const {
    STRATA_ASSERT(tensor.shard < parts_->files.size(), "the tensor is one of this file's");
    return parts_->files[tensor.shard].bytes().subspan(tensor.file_offset, tensor.bytes);
}

Result<void> GgufFile::read_tensor(const TensorInfo& tensor, std::uint64_t offset, std::span<std::byte> out) const {
    STRATA_ASSERT(tensor.shard < parts_->files.size(), "the tensor is one of this file's");
    STRATA_ASSERT(offset <= tensor.bytes && out.size() <= tensor.bytes - offset, "the part lies inside the tensor");
    return parts_->files[tensor.shard].read(tensor.file_offset + offset, out);
}

std::uint64_t GgufFile::shard_bytes(std::size_t shard) const {
    STRATA_ASSERT(shard < parts_->files.size(), "a file of the set");
    return parts_->files[shard].size();
}

Result<void> GgufFile::read_shard(std::size_t shard, std::uint64_t offset, std::span<std::byte> out) const {
    const std::uint64_t size = shard_bytes(shard);
    STRATA_ASSERT(offset <= size && out.size() <= size - offset, "the part lies inside the file");
    return parts_->files[shard].read(offset, out);
}

Result<UncachedFile> GgufFile::open_uncached(std::size_t shard) const {
    STRATA_ASSERT(shard < parts_->files.size(), "a file of the set");
    const MappedFile& mapped = parts_->files[shard];
    STRATA_TRY(UncachedFile file, UncachedFile::open(mapped.path()));
    if (!file.is_same_as(mapped)) {
        return fail(ErrorCode::io_error, fmt::format("{}: is another file than when it was opened",
                                                     printable(mapped.path().filename().string())));
    }
    return file;
}

Result<void> GgufFile::check_whole() const {
    for (const MappedFile& file : parts_->files) {
        if (!file.still_whole()) {
            return refuse(file.path(), GgufFault::truncated,
                          fmt::format("the file had {} bytes when it was opened, it has become shorter", file.size()));
        }
    }
    return {};
}

}  // namespace strata
