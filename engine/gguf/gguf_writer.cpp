#include "gguf/gguf_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <optional>

#include "base/atomic_file.h"
#include "base/error.h"
#include "gguf/gguf_encoder.h"
#include "gguf/gguf_limits.h"
#include "gguf/gguf_value_type.h"
#include "gguf/name_index.h"

namespace strata {

namespace {

constexpr std::uint32_t kVersion = 3;
constexpr std::uint64_t kDefaultAlignment = 32;

template <class T>
GgufValue scalar(GgufValueType type, T value) {
    GgufValue made;
    made.type = type;
    made.value = value;
    return made;
}

template <class Elements>
GgufValue array(GgufValueType element_type, Elements elements) {
    GgufValue made;
    made.type = kGgufArray;
    made.element_type = element_type;
    made.value = std::move(elements);
    return made;
}

tl::unexpected<Error> wrong(std::string what) {
    return fail(ErrorCode::invalid_argument, std::move(what));
}

struct Tensor {
    TensorInfo info;  // file_offset is not used: it depends on what comes before
    std::uint64_t piece_bytes = 0;
    GgufWriter::Fill fill;
    std::span<const std::byte> bytes;  // when fill is empty
};

/// The tensor's size in bytes from its type and dimensions, which are checked as a reader would.
Result<std::uint64_t> find_bytes(const TensorInfo& tensor) {
    const QuantTypeInfo& type = quant_type_info(tensor.type);
    if (tensor.dims[0] % type.block_values != 0) {
        return wrong(fmt::format("tensor '{}' has rows of {} values, {} comes in blocks of {}", printable(tensor.name),
                                 tensor.dims[0], type.name, type.block_values));
    }
    // The smallest block has 128 values in 18 bytes: a size below 2^60 means a number of values below 2^63.
    std::uint64_t bytes = type.block_bytes;
    for (const std::uint64_t factor :
         {tensor.dims[0] / type.block_values, tensor.dims[1], tensor.dims[2], tensor.dims[3]}) {
        if (factor == 0 || bytes > (kMostOfAnything >> 3) / factor) {
            return wrong(fmt::format("tensor '{}' has no values or too many", printable(tensor.name)));
        }
        bytes *= factor;
    }
    return bytes;
}

/// What a reader would refuse in a list of keys or tensor names.
Result<void> check_names(std::string_view what, std::vector<std::string_view> names, std::uint64_t most_names,
                         std::uint64_t most_bytes) {
    if (names.size() > most_names) {
        return wrong(fmt::format("{} {}s, at most {} are allowed", names.size(), what, most_names));
    }
    for (const std::string_view name : names) {
        if (name.empty() || name.size() > most_bytes) {
            return wrong(
                fmt::format("the {} '{}' is empty or longer than {} bytes", what, printable(name), most_bytes));
        }
    }
    const NameIndex index(names);
    if (const auto twice = index.duplicate()) {
        return wrong(fmt::format("the {} '{}' was added twice", what, printable(names[twice->first])));
    }
    return {};
}

std::uint64_t padding_behind(std::uint64_t bytes, std::uint64_t alignment) {
    return (alignment - bytes % alignment) % alignment;
}

Result<void> write_zeros(AtomicFile& file, std::uint64_t count) {
    static constexpr std::array<std::byte, 4096> kZeros{};
    while (count > 0) {
        const auto step = static_cast<std::size_t>(std::min<std::uint64_t>(count, kZeros.size()));
        STRATA_CHECK(file.write(std::span(kZeros).first(step)));
        count -= step;
    }
    return {};
}

Result<void> write_tensor(AtomicFile& file, const Tensor& tensor) {
    if (!tensor.fill) {
        return file.write(tensor.bytes);
    }
    std::vector<std::byte> piece;
    for (std::uint64_t at = 0; at < tensor.info.bytes; at += piece.size()) {
        piece.resize(static_cast<std::size_t>(std::min(tensor.piece_bytes, tensor.info.bytes - at)));
        STRATA_CHECK(tensor.fill(at, piece));
        STRATA_CHECK(file.write(piece));
    }
    return {};
}

}  // namespace

struct GgufWriter::State {
    std::vector<std::string> keys;
    GgufEncoder pairs;
    std::vector<Tensor> tensors;
    std::uint64_t alignment = kDefaultAlignment;
    std::optional<std::string> fault;  // the first thing that was added wrongly; `write` tells

    void require(bool fine, std::string what) {
        if (!fine && !fault) {
            fault = std::move(what);
        }
    }

    void add(std::string_view key, const GgufValue& value) {
        keys.emplace_back(key);
        pairs.string(key);
        require(pairs.value(value), fmt::format("the value of '{}' is not of its type", printable(key)));
        if (key == "general.alignment") {
            const auto* wanted = std::get_if<std::uint64_t>(&value.value);
            const bool fine = value.type == kGgufU32 && wanted != nullptr && std::has_single_bit(*wanted) &&
                              *wanted <= kMostAlignment;
            require(fine, fmt::format("'general.alignment' is no u32 power of two up to {}", kMostAlignment));
            alignment = fine ? *wanted : kDefaultAlignment;
        }
    }

    void add(std::string_view name, QuantType type, std::span<const std::uint64_t> dims, Tensor tensor) {
        tensor.info.name = name;
        tensor.info.type = type;
        require(dims.size() <= kMostDims, fmt::format("tensor '{}' has {} dimensions", printable(name), dims.size()));
        tensor.info.dim_count = static_cast<std::uint32_t>(std::min<std::size_t>(dims.size(), kMostDims));
        std::copy_n(dims.begin(), tensor.info.dim_count, tensor.info.dims.begin());
        if (const auto bytes = find_bytes(tensor.info)) {
            tensor.info.bytes = *bytes;
        } else {
            require(false, bytes.error().message);
        }
        if (tensor.fill) {
            require(tensor.piece_bytes > 0, fmt::format("tensor '{}' comes in pieces of no bytes", printable(name)));
        } else {
            require(tensor.bytes.size() == tensor.info.bytes,
                    fmt::format("tensor '{}' takes {} bytes, {} were given", printable(name), tensor.info.bytes,
                                tensor.bytes.size()));
        }
        tensors.push_back(std::move(tensor));
    }

    Result<void> check() const {
        if (fault) {
            return wrong(*fault);
        }
        std::vector<std::string_view> names;
        names.reserve(tensors.size());
        for (const Tensor& tensor : tensors) {
            names.emplace_back(tensor.info.name);
        }
        STRATA_CHECK(check_names("key", {keys.begin(), keys.end()}, kMostMetadataPairs, kMostKeyBytes));
        return check_names("tensor name", std::move(names), kMostTensors, kMostTensorNameBytes);
    }

    Result<GgufEncoder> header() const {
        GgufEncoder out;
        out.number(std::uint32_t{0x46554747});  // "GGUF"
        out.number(kVersion);
        out.number(static_cast<std::uint64_t>(tensors.size()));
        out.number(static_cast<std::uint64_t>(keys.size()));
        out.append(pairs.bytes());
        std::uint64_t offset = 0;
        for (const Tensor& tensor : tensors) {
            out.string(tensor.info.name);
            out.number(tensor.info.dim_count);
            for (std::uint32_t i = 0; i < tensor.info.dim_count; ++i) {
                out.number(tensor.info.dims[i]);
            }
            out.number(static_cast<std::uint32_t>(tensor.info.type));
            out.number(offset);
            const std::uint64_t step = tensor.info.bytes + padding_behind(tensor.info.bytes, alignment);
            if (step > kMostOfAnything - offset) {
                return wrong("the tensors together are larger than any file");
            }
            offset += step;
        }
        return out;
    }
};

GgufWriter::GgufWriter() : state_(std::make_unique<State>()) {}
GgufWriter::~GgufWriter() = default;
GgufWriter::GgufWriter(GgufWriter&&) noexcept = default;
GgufWriter& GgufWriter::operator=(GgufWriter&&) noexcept = default;

void GgufWriter::add_u32(std::string_view key, std::uint32_t value) {
    add_value(key, scalar<std::uint64_t>(kGgufU32, value));
}

void GgufWriter::add_u16(std::string_view key, std::uint16_t value) {
    add_value(key, scalar<std::uint64_t>(kGgufU16, value));
}

void GgufWriter::add_i32(std::string_view key, std::int32_t value) {
    add_value(key, scalar<std::int64_t>(kGgufI32, value));
}

void GgufWriter::add_f32(std::string_view key, float value) {
    add_value(key, scalar<double>(kGgufF32, static_cast<double>(value)));
}

void GgufWriter::add_bool(std::string_view key, bool value) {
    add_value(key, scalar<bool>(kGgufBool, value));
}

void GgufWriter::add_string(std::string_view key, std::string_view value) {
    add_value(key, scalar<std::string>(kGgufString, std::string(value)));
}

void GgufWriter::add_i32s(std::string_view key, std::span<const std::int32_t> values) {
    add_value(key, array(kGgufI32, GgufValue::Signeds(values.begin(), values.end())));
}

void GgufWriter::add_u64s(std::string_view key, std::span<const std::uint64_t> values) {
    add_value(key, array(kGgufU64, GgufValue::Unsigneds(values.begin(), values.end())));
}

void GgufWriter::add_bools(std::string_view key, const std::vector<bool>& values) {
    add_value(key, array(kGgufBool, values));
}

void GgufWriter::add_strings(std::string_view key, std::span<const std::string> values) {
    add_value(key, array(kGgufString, GgufValue::Strings(values.begin(), values.end())));
}

void GgufWriter::add_value(std::string_view key, const GgufValue& value) {
    state_->add(key, value);
}

void GgufWriter::add_tensor(std::string_view name, QuantType type, std::span<const std::uint64_t> dims,
                            std::uint64_t piece_bytes, Fill fill) {
    Tensor tensor;
    tensor.piece_bytes = piece_bytes;
    tensor.fill = std::move(fill);
    state_->add(name, type, dims, std::move(tensor));
}

void GgufWriter::add_tensor(std::string_view name, QuantType type, std::span<const std::uint64_t> dims,
                            std::span<const std::byte> bytes) {
    Tensor tensor;
    tensor.bytes = bytes;
    state_->add(name, type, dims, std::move(tensor));
}

Result<void> GgufWriter::write(const std::filesystem::path& path) {
    STRATA_CHECK(state_->check());
    STRATA_TRY(const GgufEncoder header, state_->header());
    STRATA_TRY(AtomicFile file, AtomicFile::create(path));
    STRATA_CHECK(file.write(header.bytes()));
    if (!state_->tensors.empty()) {
        STRATA_CHECK(write_zeros(file, padding_behind(header.bytes().size(), state_->alignment)));
    }
    for (const Tensor& tensor : state_->tensors) {
        STRATA_CHECK(write_tensor(file, tensor));
        STRATA_CHECK(write_zeros(file, padding_behind(tensor.info.bytes, state_->alignment)));
    }
    return file.commit();
}

}  // namespace strata
