#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <variant>
#include <vector>

#include "base/mapped_file.h"
#include "base/uncached_file.h"
#include "gguf/quant_type.h"
#include "strata/result.h"

namespace strata {

/// Why a GGUF file is refused. The categories of tests/fixtures/gguf-bad; the Error's message starts with the word.
enum class GgufFault {
    truncated,
    bad_magic,
    bad_version,
    bad_endian,
    bad_count,
    bad_string,
    bad_key,
    bad_value_type,
    bad_array,
    nested_array,
    bad_alignment,
    bad_tensor_name,
    duplicate_tensor,
    bad_dims,
    bad_type,
    bad_row,
    size_overflow,
    bad_offset,
    bad_split,
    bad_model,
};

/// "truncated", "bad-magic", ...: the manifest's words.
std::string_view to_string(GgufFault fault);

/// One metadata value. Integers are widened (unsigned and signed apart), floats become double, arrays keep their kind.
/// Strings are the file's bytes, which need not be valid UTF-8.
struct GgufValue {
    using Unsigneds = std::vector<std::uint64_t>;
    using Signeds = std::vector<std::int64_t>;
    using Floats = std::vector<double>;
    using Bools = std::vector<bool>;
    using Strings = std::vector<std::string>;

    std::uint32_t type = 0;          ///< the file's value type id (9 = array)
    std::uint32_t element_type = 0;  ///< of arrays
    std::variant<std::uint64_t, std::int64_t, double, bool, std::string, Unsigneds, Signeds, Floats, Bools, Strings>
        value;

    std::optional<std::int64_t> as_integer() const;  ///< any integer type that fits
    std::optional<double> as_number() const;         ///< any integer or float
    std::optional<bool> as_bool() const;
    const std::string* as_string() const;           ///< null unless a string
    const Strings* as_strings() const;              ///< null unless an array of strings
    std::optional<Signeds> as_integers() const;     ///< array of any integer or bool type, all fitting int64
    std::optional<Unsigneds> as_unsigneds() const;  ///< array of any non-negative integers, exact to 64 bits
    std::size_t array_size() const;                 ///< 0 unless an array
};

/// A tensor's entry in the table. dims[0] is the row length (fastest axis); missing dimensions are 1.
struct TensorInfo {
    std::string name;
    QuantType type = QuantType::F32;
    std::uint32_t dim_count = 0;
    std::array<std::uint64_t, 4> dims{1, 1, 1, 1};
    std::uint32_t shard = 0;        ///< which file of a split set
    std::uint64_t file_offset = 0;  ///< from the start of that file
    std::uint64_t bytes = 0;

    std::uint64_t row_count() const { return dims[1] * dims[2] * dims[3]; }
    std::uint64_t value_count() const { return dims[0] * row_count(); }
};

/// A GGUF model file, or a set of split files, opened and checked: header, metadata, tensor table. Tensor bytes are
/// mapped, not read. Immutable after `open`; may be read from any thread.
class GgufFile {
public:
    /// Opens the file (for a split set: its first shard; the others are found by name beside it) and checks all of it
    /// but tensor contents. Errors: not_found, io_error, or bad_file with a message "<file>: <fault>: <what and
    /// where>".
    static Result<GgufFile> open(const std::filesystem::path& path);

    const std::filesystem::path& path() const;
    std::uint32_t version() const;
    std::size_t shard_count() const;
    std::uint64_t total_bytes() const;  ///< of all shards

    /// Metadata of shard 1 in file order.
    const std::vector<std::pair<std::string, GgufValue>>& metadata() const;
    const GgufValue* find(std::string_view key) const;

    /// All tensors of all shards: shard by shard, in table order.
    const std::vector<TensorInfo>& tensors() const;
    const TensorInfo* find_tensor(std::string_view name) const;

    /// The tensor's bytes in the mapping; not aligned beyond the file's alignment.
    std::span<const std::byte> tensor_bytes(const TensorInfo& tensor) const;

    /// Copies a part of a tensor through the file handle; a file that became shorter is an error, never a fault.
    Result<void> read_tensor(const TensorInfo& tensor, std::uint64_t offset, std::span<std::byte> out) const;

    /// Size of one file of the set.
    std::uint64_t shard_bytes(std::size_t shard) const;
    /// Copies bytes of one file of the set through its handle. Errors: io_error, for a file that became shorter too.
    Result<void> read_shard(std::size_t shard, std::uint64_t offset, std::span<std::byte> out) const;

    /// Opens one file of the set for reading past the system's file cache. Errors: io_error, also if its name stands
    /// for another file by now.
    Result<UncachedFile> open_uncached(std::size_t shard) const;

    /// bad_file if one of the files has become shorter than it was when opened.
    Result<void> check_whole() const;

private:
    struct Parts;
    explicit GgufFile(std::shared_ptr<const Parts> parts);
    std::shared_ptr<const Parts>
        parts_;  // shared so that views of tensors can keep the mapping alive (Weights, NgramTable)
};

/// Cuts a string from a file to a sane length and replaces what is not printable, for messages and windows.
std::string printable(std::string_view text, std::size_t most = 80);

}  // namespace strata
