#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "cli/synth/tensor_plan.h"
#include "cli/synth/type_choice.h"
#include "gguf/gguf_writer.h"
#include "strata/result.h"

namespace strata::cli {

/// Bytes of all tensors as a file holds them, padding included.
std::uint64_t planned_bytes(const std::vector<TensorPlan>& plan, const TypeChoice& types);

/// Draws the tensors, adds them to `writer` (which has the metadata) and writes the file: piece by piece, so that a
/// file may be far larger than memory. Errors: those of GgufWriter::write and quantize_row.
Result<void> write_tensors(GgufWriter& writer, const std::vector<TensorPlan>& plan, const TypeChoice& types,
                           std::uint64_t seed, const std::filesystem::path& path);

/// io_error, with both numbers, if the folder's disk has less free space than `bytes`.
Result<void> check_room(const std::filesystem::path& path, std::uint64_t bytes);

}  // namespace strata::cli
