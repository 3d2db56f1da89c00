#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gguf/gguf_file.h"
#include "gguf/quant_type.h"
#include "strata/result.h"

namespace strata {

/// Writes a GGUF v3 file: metadata and tensor table first, then each tensor's bytes in the order in which it was added.
///
/// What was added wrongly (a key twice, a value that does not fit its type, a row that is not made of blocks) is told by
/// `write` as invalid_argument.
class GgufWriter {
public:
    GgufWriter();
    ~GgufWriter();
    GgufWriter(GgufWriter&&) noexcept;
    GgufWriter& operator=(GgufWriter&&) noexcept;

    void add_u32(std::string_view key, std::uint32_t value);
    void add_u16(std::string_view key, std::uint16_t value);
    void add_i32(std::string_view key, std::int32_t value);
    void add_f32(std::string_view key, float value);
    void add_bool(std::string_view key, bool value);
    void add_string(std::string_view key, std::string_view value);
    void add_i32s(std::string_view key, std::span<const std::int32_t> values);
    void add_u64s(std::string_view key, std::span<const std::uint64_t> values);
    void add_bools(std::string_view key, const std::vector<bool>& values);
    void add_strings(std::string_view key, std::span<const std::string> values);
    /// Copies a value of any kind, with its own type id, from another file.
    void add_value(std::string_view key, const GgufValue& value);

    /// `fill(offset, out)` is called with ascending offsets when the tensor's bytes are wanted, piece by piece.
    using Fill = std::function<Result<void>(std::uint64_t offset, std::span<std::byte> out)>;
    /// piece_bytes: every piece but the last has this size (a multiple of the row, so that a filler can work row by row).
    void add_tensor(std::string_view name, QuantType type, std::span<const std::uint64_t> dims, std::uint64_t piece_bytes,
                    Fill fill);
    /// A tensor whose bytes are at hand; they must live until `write`.
    void add_tensor(std::string_view name, QuantType type, std::span<const std::uint64_t> dims,
                    std::span<const std::byte> bytes);

    /// Writes everything to `path`: under a temporary name, which is then flushed and renamed. On failure nothing is left
    /// behind, and a file that was there stays as it was. Errors: invalid_argument, io_error, or those of a filler.
    Result<void> write(const std::filesystem::path& path);

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace strata
