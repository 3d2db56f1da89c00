#include "model/families/qwen4exp/qwen4exp_model.h"

#include <algorithm>
#include <utility>

#include "base/error.h"
#include "model/cpu_expert_runner.h"
#include "model/families/qwen4exp/config.h"
#include "model/families/qwen4exp/cpu_dense_runner.h"
#include "model/families/qwen4exp/weights.h"

namespace strata::qwen4exp {
namespace {

class Qwen4ExpModel : public Model {
public:
    Qwen4ExpModel(GgufFile file, ModelConfig config, Weights weights)
        : file_(std::move(file)), config_(std::move(config)), weights_(std::move(weights)) {}

    const ModelConfig& config() const override { return config_; }
    const GgufFile& file() const override { return file_; }

    KvGeometry kv_geometry(KvType type) const override {
        KvGeometry geometry;
        geometry.layers = config_.attention_layer_count();
        geometry.heads = config_.kv_head_count;
        geometry.size = config_.head_size;
        geometry.indexer_size = indexer_block() == 0 ? 0 : config_.indexer_head_size;
        geometry.indexer_block = std::max<std::size_t>(1, indexer_block());
        geometry.type = type;
        return geometry;
    }

    RunningGeometry running_geometry() const override {
        RunningGeometry geometry;
        geometry.recurrent_layers = config_.layer_count - config_.attention_layer_count();
        geometry.value_heads = config_.recurrent_value_heads;
        geometry.value_size = config_.recurrent_head_size;
        geometry.key_size = config_.recurrent_head_size;
        geometry.conv_rows = config_.conv_taps - 1;
        geometry.conv_channels = config_.conv_channels();
        if (indexer_block() != 0) {
            geometry.indexer_layers = config_.attention_layer_count();
            geometry.indexer_block = indexer_block();
            geometry.indexer_size = config_.indexer_head_size;
        }
        if (config_.ngram) {
            geometry.ngram_rows = config_.ngram->history_rows();
            geometry.ngram_channels = config_.stream_width();
            geometry.ngram_ids = config_.ngram->ngram_size - 1;
        }
        return geometry;
    }

    std::size_t dense_bytes() const override { return qwen4exp::dense_bytes(weights_); }
    ExpertCounters ngram_counters() const override { return weights_.ngram_table.counters(); }
    const ExpertLayout& experts() const override { return weights_.experts; }

    Result<std::unique_ptr<DenseRunner>> cpu_dense_runner(const Compute& compute,
                                                          std::size_t most_rows) const override {
        STRATA_TRY(auto runner, CpuDenseRunner::create(compute, config_, weights_, most_rows));
        return std::unique_ptr<DenseRunner>(std::move(runner));
    }

    Result<std::unique_ptr<ExpertRunner>> cpu_expert_runner(const Compute& compute, ExpertStore& experts,
                                                            std::size_t most_rows) const override {
        CpuExpertRunner::Sizes sizes;
        sizes.most_rows = most_rows;
        sizes.per_token = config_.experts_per_token;
        sizes.hidden_size = config_.hidden_size;
        sizes.ffn_size = config_.expert_ffn_size;
        for (std::size_t layer = 0; layer < config_.layer_count; ++layer) {
            sizes.down_columns = std::max(sizes.down_columns, down_columns(layer));
        }
        STRATA_TRY(CpuExpertRunner runner, CpuExpertRunner::create(compute, experts, sizes));
        return std::unique_ptr<ExpertRunner>(std::make_unique<CpuExpertRunner>(std::move(runner)));
    }

private:
    std::size_t down_columns(std::size_t layer) const {
        return weights_.experts.tensor(layer, weights_.experts.part_count(layer) - 1).matrix.columns;
    }
    std::size_t indexer_block() const { return *std::ranges::max_element(config_.indexer_blocks); }

    GgufFile file_;  // the mapping that the weights look into
    ModelConfig config_;
    Weights weights_;
};

}  // namespace

Result<std::unique_ptr<Model>> open_model(const GgufFile& file) {
    STRATA_TRY(ModelConfig config, read_config(file));
    STRATA_TRY(Weights weights, read_weights(file, config));
    return std::unique_ptr<Model>(std::make_unique<Qwen4ExpModel>(file, std::move(config), std::move(weights)));
}

}  // namespace strata::qwen4exp
