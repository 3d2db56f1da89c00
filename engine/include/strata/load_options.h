#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

namespace strata {

/// How keys and values of past tokens are stored.
enum class KvType {
    f32,  ///< the reference
    f16,
    int8,  ///< codes with one half-precision scale per 64 values
};

/// Instruction sets to compute with.
enum class CpuChoice { automatic, scalar, avx2, avx512 };

struct LoadOptions {
    std::filesystem::path model;
    int context_length = 0;  ///< tokens; 0: the model's own, at most 32,768
    KvType kv_type = KvType::int8;
    int threads = 0;  ///< 0: one per physical core
    CpuChoice cpu = CpuChoice::automatic;
    int chunk = 512;  ///< prompt tokens per forward pass
};

/// How far loading has come. Called on the loading thread; return false to give up.
struct LoadStep {
    std::string what;     ///< in words
    double fraction = 0;  ///< 0 … 1
};
using LoadProgress = std::function<bool(const LoadStep&)>;

}  // namespace strata
