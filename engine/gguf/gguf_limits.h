#pragma once

#include <cstdint>

namespace strata {

// What a file may ask for; chosen far above any real file (in brackets: the largest one met).

inline constexpr std::uint64_t kMostMetadataPairs = 65'536;        ///< (70)
inline constexpr std::uint64_t kMostTensors = 1'000'000;           ///< per file (1,224)
inline constexpr std::uint64_t kMostKeyBytes = 65'535;             ///< (60)
inline constexpr std::uint64_t kMostTensorNameBytes = 63;          ///< (40)
inline constexpr std::uint64_t kMostStringBytes = 64ULL << 20;     ///< (100 KiB)
inline constexpr std::uint64_t kMostArrayElements = 1ULL << 27;    ///< (248,320)
inline constexpr std::uint64_t kMostMetadataBytes = 512ULL << 20;  ///< in memory (30 MB)
inline constexpr std::uint64_t kMostAlignment = 1ULL << 20;        ///< (32)
inline constexpr std::uint32_t kMostDims = 4;
inline constexpr std::uint64_t kMostShards = 4'096;  ///< (4)

/// Counts, sizes and offsets stay below 2^63, so that no reader can take one for a negative number.
inline constexpr std::uint64_t kMostOfAnything = (1ULL << 63) - 1;

}  // namespace strata
