#include "model/forward_pass.h"

#include <utility>

#include "base/assert.h"
#include "base/error.h"

namespace strata {

Result<std::unique_ptr<ForwardPass>> ForwardPass::create(const Model& model, const Compute& compute,
                                                         ExpertStore& experts, std::size_t most_rows) {
    std::unique_ptr<ForwardPass> pass(new ForwardPass(model, experts, most_rows));
    STRATA_TRY(pass->dense_, model.cpu_dense_runner(compute, most_rows));
    STRATA_TRY(pass->experts_, model.cpu_expert_runner(compute, experts, most_rows));
    STRATA_TRY(pass->next_, RunningState::create(model.running_geometry()));
    return pass;
}

Result<ForwardPass::Outcome> ForwardPass::run(std::span<const std::int32_t> tokens, SequenceState& sequence,
                                              LogitRows which, const std::stop_token& stop, TapSink* taps) {
    STRATA_ASSERT(!tokens.empty() && tokens.size() <= most_rows_, "a window has 1 to most_rows tokens");
    for (const std::int32_t token : tokens) {
        STRATA_ASSERT(token >= 0 && static_cast<std::size_t>(token) < model_->config().vocab_size,
                      "tokens lie inside the vocabulary");
    }
    pending_ = false;
    STRATA_CHECK(sequence.kv.prepare(sequence.running.position, sequence.running.position + tokens.size()));
    tokens_.assign(tokens.begin(), tokens.end());
    window_.tokens = tokens_;
    window_.state = &sequence;
    window_.next = &next_;
    window_.taps = taps;
    STRATA_TRY(const Outcome outcome, run_layers(which, stop));
    if (outcome == Outcome::complete) {
        next_.position = sequence.running.position + tokens.size();
        pending_ = true;
    }
    return outcome;
}

Result<ForwardPass::Outcome> ForwardPass::run_layers(LogitRows which, const std::stop_token& stop) {
    const ModelConfig& config = model_->config();
    STRATA_CHECK(dense_->begin(window_));
    STRATA_CHECK(outputs_.values.resize(window_.rows() * config.experts_per_token, config.hidden_size));
    weight_bytes_ = model_->dense_bytes();
    time_in_experts_ = {};
    for (std::size_t layer = 0; layer < config.layer_count; ++layer) {
        if (stop.stop_requested()) {
            return Outcome::cancelled;
        }
        STRATA_CHECK(dense_->run_mixer(layer, window_));
        STRATA_CHECK(dense_->run_router(layer, window_, routed_));
        group_by_expert(routed_, config.expert_count, batch_);
        weight_bytes_ += batch_.experts.size() * model_->experts().expert_bytes(layer);
        experts_->prepare(layer, batch_);
        STRATA_CHECK(ask_early(layer + 1));
        const auto start = std::chrono::steady_clock::now();
        STRATA_CHECK(experts_->start(layer, dense_->expert_input(), batch_, outputs_));
        STRATA_CHECK(experts_->finish());
        time_in_experts_ += std::chrono::steady_clock::now() - start;
        STRATA_CHECK(dense_->combine(layer, routed_, outputs_, window_));
    }
    STRATA_CHECK(dense_->run_head(window_, which, logits_));
    return Outcome::complete;
}

// While a layer's experts are computed, those that the next one will probably choose are on their way from the disk.
Result<void> ForwardPass::ask_early(std::size_t layer) {
    if (store_->wants_prefetch() && layer < model_->config().layer_count) {
        STRATA_CHECK(dense_->predict_experts(layer, predicted_));
        store_->prefetch(layer, predicted_);
    }
    return {};
}

void ForwardPass::commit(SequenceState& sequence, std::size_t rows) {
    STRATA_ASSERT(pending_ && window_.state == &sequence, "a window of this sequence was run and not committed yet");
    STRATA_ASSERT(rows <= window_.rows() && (rows == window_.rows() || rows == 0 || window_.keeps_rows()),
                  "only small windows are committed in part");
    pending_ = false;
    if (rows == window_.rows()) {
        std::swap(sequence.running, next_);
    } else if (rows > 0) {
        dense_->replay(rows, window_);
        sequence.running.position += rows;
    }
}

}  // namespace strata
