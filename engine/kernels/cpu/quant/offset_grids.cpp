#include "kernels/cpu/quant/offset_grids.h"

#include <cstddef>

#include "gguf/quant_tables.h"

namespace strata::quant {
namespace {

/// (magnitude + mirror / 2) for `kStep` = 1, half of that for kStep = 2: the codes of magnitudes that lie kStep apart.
template <int kMirror, int kStep, class Entry, std::size_t kSize>
std::array<Entry, kSize> codes_of(const std::array<Entry, kSize>& grid) {
    std::array<Entry, kSize> codes{};
    for (std::size_t i = 0; i < kSize; ++i) {
        for (std::size_t bit = 0; bit < 8 * sizeof(Entry); bit += 8) {
            const auto magnitude = static_cast<int>(grid[i] >> bit & 255U);
            const int code = kStep == 2 ? (magnitude + kMirror) / 2 : magnitude + kMirror / 2;
            codes[i] |= static_cast<Entry>(code) << bit;
        }
    }
    return codes;
}

}  // namespace

const std::array<std::uint64_t, 256> kIq2xxsCodes = codes_of<kIq2Mirror, 1>(kIq2xxsGrid);
const std::array<std::uint64_t, 1024> kIq2sCodes = codes_of<kIq2Mirror, 1>(kIq2sGrid);
const std::array<std::uint32_t, 256> kIq3xxsCodes = codes_of<kIq3xxsMirror, 1>(kIq3xxsGrid);
const std::array<std::uint64_t, 512> kIq2xsCodes = codes_of<kIq2Mirror, 1>(kIq2xsGrid);
const std::array<std::uint32_t, 512> kIq3sCodes = codes_of<kIq3sMirror, 2>(kIq3sGrid);

}  // namespace strata::quant
