#include "gguf/gguf_header.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <numeric>

#include "gguf/gguf_limits.h"
#include "gguf/gguf_value_type.h"

namespace strata {

namespace {

constexpr std::uint32_t kOldestVersion = 2;
constexpr std::uint32_t kNewestVersion = 3;
constexpr std::uint64_t kDefaultAlignment = 32;

// The smallest that a pair (8 + 4 + 1) and a table entry (8 + 4 + 4 + 8) can be; counts are held against them.
constexpr std::uint64_t kSmallestPairBytes = 13;
constexpr std::uint64_t kSmallestEntryBytes = 24;

Result<std::uint32_t> read_magic_and_version(ByteCursor& cursor) {
    std::byte magic[4];
    STRATA_CHECK(cursor.read(magic, "magic number"));
    if (std::memcmp(magic, "GGUF", 4) != 0) {
        return cursor.refuse(GgufFault::bad_magic, "this is not a GGUF file");
    }
    STRATA_TRY(const auto version, cursor.number<std::uint32_t>("version"));
    if (version != 0 && (version & 0xffffU) == 0) {
        return cursor.refuse(GgufFault::bad_endian,
                             "the file has big-endian byte order, this program reads little-endian ones");
    }
    if (version < kOldestVersion || version > kNewestVersion) {
        return cursor.refuse(GgufFault::bad_version, fmt::format("GGUF version {}, this program reads {} and {}",
                                                                 version, kOldestVersion, kNewestVersion));
    }
    return version;
}

Result<void> check_count(const ByteCursor& cursor, std::string_view what, std::uint64_t count, std::uint64_t smallest,
                         std::uint64_t limit) {
    const std::uint64_t most = std::min(cursor.remaining() / smallest, limit);
    if (count > most) {
        return cursor.refuse(GgufFault::bad_count,
                             fmt::format("the file claims {} {}, at most {} can be", count, what, most));
    }
    return {};
}

Result<std::uint64_t> find_alignment(const ByteCursor& cursor, const GgufMetadata& metadata) {
    const auto found = std::ranges::find(metadata, "general.alignment", &GgufMetadata::value_type::first);
    if (found == metadata.end()) {
        return kDefaultAlignment;
    }
    const GgufValue& value = found->second;
    if (value.type != kGgufU32) {
        return cursor.refuse(GgufFault::bad_alignment,
                             fmt::format("'general.alignment' has value type {} instead of {}", value.type,
                                         static_cast<std::uint32_t>(kGgufU32)));
    }
    const std::uint64_t alignment = std::get<std::uint64_t>(value.value);
    if (!std::has_single_bit(alignment) || alignment > kMostAlignment) {
        return cursor.refuse(
            GgufFault::bad_alignment,
            fmt::format("'general.alignment' is {} instead of a power of two up to {}", alignment, kMostAlignment));
    }
    return alignment;
}

/// a * b, or nothing if it is 2^63 or more. b is not 0.
std::optional<std::uint64_t> product(std::uint64_t a, std::uint64_t b) {
    return a > kMostOfAnything / b ? std::nullopt : std::optional(a * b);
}

/// Reads the table's entries. Until place_tensors has seen them, file_offset counts from the start of the data section.
class TensorTableReader {
public:
    explicit TensorTableReader(ByteCursor& cursor) : cursor_(cursor) {}

    Result<TensorInfo> read_entry() {
        TensorInfo tensor;
        STRATA_TRY(tensor.name, cursor_.string("tensor name", kMostTensorNameBytes, GgufFault::bad_tensor_name));
        if (tensor.name.empty()) {
            return cursor_.refuse(GgufFault::bad_tensor_name, "a tensor has no name");
        }
        quoted_name_ = fmt::format("'{}'", printable(tensor.name));
        STRATA_CHECK(read_dims(tensor));
        STRATA_CHECK(read_type(tensor));
        STRATA_TRY(tensor.file_offset, cursor_.number<std::uint64_t>("offset of " + quoted_name_));
        return tensor;
    }

private:
    Result<void> read_dims(TensorInfo& tensor) {
        STRATA_TRY(tensor.dim_count, cursor_.number<std::uint32_t>("number of dimensions of " + quoted_name_));
        if (tensor.dim_count > kMostDims) {
            return cursor_.refuse(GgufFault::bad_dims, fmt::format("{} has {} dimensions, at most {} are allowed",
                                                                   quoted_name_, tensor.dim_count, kMostDims));
        }
        for (std::uint32_t i = 0; i < tensor.dim_count; ++i) {
            STRATA_TRY(tensor.dims[i], cursor_.number<std::uint64_t>("dimensions of " + quoted_name_));
            if (tensor.dims[i] == 0 || tensor.dims[i] > kMostOfAnything) {
                return cursor_.refuse(GgufFault::bad_dims,
                                      fmt::format("dimension {} of {} is {}", i, quoted_name_, tensor.dims[i]));
            }
        }
        return {};
    }

    /// Reads the type, and finds the size in bytes: every step is checked before it is taken.
    Result<void> read_type(TensorInfo& tensor) {
        STRATA_TRY(const auto id, cursor_.number<std::uint32_t>("type of " + quoted_name_));
        const QuantTypeInfo* type = find_quant_type(id);
        if (type == nullptr) {
            return cursor_.refuse(GgufFault::bad_type,
                                  fmt::format("{} has type {}, which this program does not know", quoted_name_, id));
        }
        tensor.type = type->type;
        if (tensor.dims[0] % type->block_values != 0) {
            return cursor_.refuse(GgufFault::bad_row,
                                  fmt::format("a row of {} has {} values, {} comes in blocks of {}", quoted_name_,
                                              tensor.dims[0], type->name, type->block_values));
        }
        std::optional<std::uint64_t> values = tensor.dims[0];
        std::optional<std::uint64_t> bytes = product(tensor.dims[0] / type->block_values, type->block_bytes);
        for (std::size_t i = 1; i < tensor.dims.size(); ++i) {
            values = values ? product(*values, tensor.dims[i]) : std::nullopt;
            bytes = bytes ? product(*bytes, tensor.dims[i]) : std::nullopt;
        }
        if (!values || !bytes) {
            return cursor_.refuse(GgufFault::size_overflow,
                                  fmt::format("{} of {} x {} x {} x {} values is larger than any file", quoted_name_,
                                              tensor.dims[0], tensor.dims[1], tensor.dims[2], tensor.dims[3]));
        }
        tensor.bytes = *bytes;
        return {};
    }

    ByteCursor& cursor_;
    std::string quoted_name_;
};

/// Checks one tensor's place in a data section of `data_bytes` bytes.
Result<void> check_place(const ByteCursor& cursor, const TensorInfo& tensor, std::uint64_t alignment,
                         std::uint64_t data_bytes) {
    if (tensor.file_offset % alignment != 0) {
        return cursor.refuse(GgufFault::bad_offset, fmt::format("'{}' starts at {}, which is no multiple of {}",
                                                                printable(tensor.name), tensor.file_offset, alignment));
    }
    if (tensor.file_offset > data_bytes) {
        return cursor.refuse(GgufFault::bad_offset,
                             fmt::format("'{}' starts at {}, the data section has {} bytes", printable(tensor.name),
                                         tensor.file_offset, data_bytes));
    }
    if (tensor.bytes > data_bytes - tensor.file_offset) {
        return cursor.refuse(GgufFault::truncated,
                             fmt::format("'{}' has {} bytes from {} on, the data section ends at {}",
                                         printable(tensor.name), tensor.bytes, tensor.file_offset, data_bytes));
    }
    return {};
}

/// Refuses tensors that share bytes. All of them lie inside the file. Sorted, so that a small one hidden inside a large
/// one is seen.
Result<void> check_overlaps(const ByteCursor& cursor, const std::vector<TensorInfo>& tensors) {
    std::vector<std::size_t> order(tensors.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, {}, [&](std::size_t i) { return tensors[i].file_offset; });
    for (std::size_t i = 1; i < order.size(); ++i) {
        const TensorInfo& before = tensors[order[i - 1]];
        const TensorInfo& tensor = tensors[order[i]];
        if (tensor.file_offset < before.file_offset + before.bytes) {
            return cursor.refuse(GgufFault::bad_offset,
                                 fmt::format("'{}' and '{}' overlap", printable(before.name), printable(tensor.name)));
        }
    }
    return {};
}

/// Checks where the tensors lie, and makes their offsets count from the start of the file.
Result<void> place_tensors(const ByteCursor& cursor, std::uint64_t alignment, std::vector<TensorInfo>& tensors) {
    if (tensors.empty()) {
        return {};  // a file of metadata alone has no data section and needs no padding
    }
    const std::uint64_t padding = (alignment - cursor.position() % alignment) % alignment;
    if (padding > cursor.remaining()) {
        return cursor.refuse(GgufFault::truncated, "the file ends in front of the data section");
    }
    const std::uint64_t data_start = cursor.position() + padding;
    const std::uint64_t data_bytes = cursor.remaining() - padding;
    for (TensorInfo& tensor : tensors) {
        STRATA_CHECK(check_place(cursor, tensor, alignment, data_bytes));
        tensor.file_offset += data_start;
    }
    return check_overlaps(cursor, tensors);
}

}  // namespace

Result<GgufHeader> read_gguf_header(const MappedFile& file) {
    ByteCursor cursor(file);
    GgufHeader header;
    STRATA_TRY(header.version, read_magic_and_version(cursor));
    STRATA_TRY(const auto tensor_count, cursor.number<std::uint64_t>("number of tensors"));
    STRATA_TRY(const auto pair_count, cursor.number<std::uint64_t>("number of metadata pairs"));
    STRATA_CHECK(check_count(cursor, "tensors", tensor_count, kSmallestEntryBytes, kMostTensors));
    STRATA_CHECK(check_count(cursor, "metadata pairs", pair_count, kSmallestPairBytes, kMostMetadataPairs));
    STRATA_TRY(header.metadata, read_metadata(cursor, pair_count));
    STRATA_TRY(const auto alignment, find_alignment(cursor, header.metadata));
    TensorTableReader table(cursor);
    for (std::uint64_t i = 0; i < tensor_count; ++i) {
        STRATA_TRY(TensorInfo tensor, table.read_entry());
        header.tensors.push_back(std::move(tensor));
    }
    STRATA_CHECK(place_tensors(cursor, alignment, header.tensors));
    return header;
}

}  // namespace strata
