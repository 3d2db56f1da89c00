#include "strata/model_file.h"

#include <algorithm>
#include <array>

#include "base/digest.h"
#include "base/error.h"
#include "base/little_endian.h"
#include "gguf/gguf_header.h"

namespace strata {
namespace {

constexpr std::uint64_t kDefaultAlignment = 32;

const GgufValue* find(const GgufMetadata& metadata, std::string_view key) {
    const auto found = std::ranges::find(metadata, key, &GgufMetadata::value_type::first);
    return found == metadata.end() ? nullptr : &found->second;
}

std::string text_of(const GgufMetadata& metadata, std::string_view key) {
    const GgufValue* const value = find(metadata, key);
    return value == nullptr || value->as_string() == nullptr ? std::string() : printable(*value->as_string());
}

void add_number(Sha256Stream& digest, std::uint64_t number) {
    std::array<std::byte, sizeof(number)> bytes;
    store_little_endian(bytes.data(), number);
    digest.add(bytes);
}

Sha256 digest_of(const std::vector<TensorInfo>& tensors) {
    Sha256Stream digest;
    for (const TensorInfo& tensor : tensors) {
        add_number(digest, tensor.name.size());
        digest.add(std::as_bytes(std::span(tensor.name)));
        add_number(digest, static_cast<std::uint64_t>(tensor.type));
        std::ranges::for_each(tensor.dims, [&](std::uint64_t size) { add_number(digest, size); });
        add_number(digest, tensor.file_offset);
    }
    return digest.finish();
}

/// Whether the tensors end where the file does; the last one may be padded to the alignment.
bool reaches_end(const GgufHeader& header, std::uint64_t file_bytes) {
    if (header.tensors.empty()) {
        return true;
    }
    std::uint64_t end = 0;
    for (const TensorInfo& tensor : header.tensors) {
        end = std::max(end, tensor.file_offset + tensor.bytes);
    }
    const GgufValue* const value = find(header.metadata, "general.alignment");
    const auto alignment = value == nullptr ? kDefaultAlignment : static_cast<std::uint64_t>(*value->as_integer());
    return file_bytes == end || file_bytes == (end + alignment - 1) / alignment * alignment;
}

}  // namespace

Result<ModelFileOutline> read_model_file_outline(const std::filesystem::path& path) {
    STRATA_TRY(const MappedFile file, MappedFile::open(path));
    STRATA_TRY(const GgufHeader header, read_gguf_header(file));
    ModelFileOutline outline;
    outline.name = text_of(header.metadata, "general.name");
    outline.architecture = text_of(header.metadata, "general.architecture");
    outline.tensor_count = header.tensors.size();
    outline.tensor_directory = digest_of(header.tensors);
    outline.file_bytes = file.size();
    outline.reaches_end = reaches_end(header, file.size());
    return outline;
}

}  // namespace strata
