#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "model/model_config.h"
#include "model/tap_sink.h"
#include "state/sequence_state.h"
#include "strata/result.h"

namespace strata::cli {

/// Gathers the inner values of all windows of a run and writes each as one .npy file, with the running state at the
/// end. Names and shapes are told in docs/guides/reference_values.md.
class TapFiles : public TapSink {
public:
    explicit TapFiles(const ModelConfig& config) : config_(&config) {}

    void rows(const std::string& name, int layer, ConstMatrixView values) override;
    void integer_rows(const std::string& name, int layer, std::span<const std::int32_t> values,
                      std::size_t width) override;

    /// Takes the states that the sequence stands with.
    void add_states(const RunningState& state);
    /// Creates the folder if it is missing. Errors: io_error.
    Result<void> write(const std::filesystem::path& folder);

private:
    template <class T>
    struct Rows {
        std::size_t width = 0;
        std::vector<std::size_t> inner_shape;  ///< empty: [width]
        std::vector<T> values;
    };
    void widen(const std::string& name, std::size_t width);

    const ModelConfig* config_;
    std::map<std::string, Rows<float>> floats_;
    std::map<std::string, Rows<std::int32_t>> integers_;
};

}  // namespace strata::cli
