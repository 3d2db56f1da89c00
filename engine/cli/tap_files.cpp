#include "cli/tap_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <system_error>

#include "base/error.h"
#include "cli/npy_file.h"

namespace strata::cli {
namespace {

std::string full_name(const std::string& name, int layer) {
    return layer < 0 ? name : fmt::format("{}_l{}", name, layer);
}

template <class Rows>
Result<void> write_rows(const std::filesystem::path& folder, const std::string& name, const Rows& rows) {
    std::vector<std::size_t> shape{rows.width == 0 ? 0 : rows.values.size() / rows.width};
    if (rows.inner_shape.empty()) {
        shape.push_back(rows.width);
    }
    shape.insert(shape.end(), rows.inner_shape.begin(), rows.inner_shape.end());
    return write_npy(folder / (name + ".npy"), shape, std::span(rows.values));
}

}  // namespace

// The scores of a later window have more blocks: what earlier rows lack is not a number.
void TapFiles::widen(const std::string& name, std::size_t width) {
    Rows<float>& old = floats_[name];
    if (old.width >= width || old.width == 0) {
        old.width = std::max(old.width, width);
        return;
    }
    std::vector<float> wide;
    for (std::size_t at = 0; at < old.values.size(); at += old.width) {
        wide.insert(wide.end(), old.values.begin() + static_cast<std::ptrdiff_t>(at),
                    old.values.begin() + static_cast<std::ptrdiff_t>(at + old.width));
        wide.insert(wide.end(), width - old.width, std::numeric_limits<float>::quiet_NaN());
    }
    old.values = std::move(wide);
    old.width = width;
}

void TapFiles::rows(const std::string& name, int layer, ConstMatrixView values) {
    const std::string key = full_name(name, layer);
    widen(key, values.columns);
    Rows<float>& all = floats_[key];
    if (name == "attn_k" || name == "attn_v") {
        all.inner_shape = {config_->kv_head_count, config_->head_size};
    }
    for (std::size_t row = 0; row < values.rows; ++row) {
        const auto source = values.row(row);
        all.values.insert(all.values.end(), source.begin(), source.end());
        all.values.insert(all.values.end(), all.width - source.size(), std::numeric_limits<float>::quiet_NaN());
    }
}

void TapFiles::integer_rows(const std::string& name, int layer, std::span<const std::int32_t> values,
                            std::size_t width) {
    Rows<std::int32_t>& all = integers_[full_name(name, layer)];
    all.width = width;
    all.values.insert(all.values.end(), values.begin(), values.end());
}

void TapFiles::add_states(const RunningState& state) {
    const std::size_t size = config_->recurrent_head_size;
    for (std::size_t layer = 0; layer < config_->layer_count; ++layer) {
        if (config_->mixers[layer] != MixerKind::gated_delta_net) {
            continue;
        }
        const std::size_t index = config_->index_in_kind(layer);
        Rows<float>& recurrence = floats_[full_name("gdn_state", static_cast<int>(layer))];
        recurrence.width = size * size;
        recurrence.inner_shape = {size, size};
        for (std::size_t head = 0; head < config_->recurrent_value_heads; ++head) {
            // Stored with the key index contiguous, shown as [key][value].
            const float* stored = state.recurrence(index, head);
            for (std::size_t key = 0; key < size; ++key) {
                for (std::size_t value = 0; value < size; ++value) {
                    recurrence.values.push_back(stored[value * size + key]);
                }
            }
        }
        rows("gdn_conv_state", static_cast<int>(layer), state.conv(index));
    }
    if (config_->ngram) {
        rows("ple_conv_state", -1, state.ngram());
    }
}

Result<void> TapFiles::write(const std::filesystem::path& folder) {
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error) {
        return fail(ErrorCode::io_error, fmt::format("{}: cannot be created ({})", folder.string(), error.message()));
    }
    for (const auto& [name, rows] : floats_) {
        STRATA_CHECK(write_rows(folder, name, rows));
    }
    for (const auto& [name, rows] : integers_) {
        STRATA_CHECK(write_rows(folder, name, rows));
    }
    return {};
}

}  // namespace strata::cli
