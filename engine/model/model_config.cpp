#include "model/model_config.h"

#include <algorithm>

namespace strata {

std::size_t ModelConfig::attention_layer_count() const {
    return static_cast<std::size_t>(std::ranges::count(mixers, MixerKind::sparse_attention));
}

std::size_t ModelConfig::index_in_kind(std::size_t layer) const {
    return static_cast<std::size_t>(
        std::count(mixers.begin(), mixers.begin() + static_cast<std::ptrdiff_t>(layer), mixers[layer]));
}

}  // namespace strata
