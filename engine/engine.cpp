#include "strata/engine.h"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <utility>
#include <vector>

#include "base/error.h"
#include "generation/generator.h"
#include "generation/session.h"
#include "gguf/gguf_file.h"
#include "model/loaded_model.h"
#include "text/chat_template.h"
#include "text/prompt_encoder.h"
#include "text/tokenizer.h"

namespace strata {
namespace {

constexpr int kMostContextByDefault = 32768;

// The engine joins the parts; what they do is told in their headers.
class LocalEngine : public Engine {
public:
    static Result<std::unique_ptr<Engine>> load(const LoadOptions& options, const LoadProgress& progress);

    Result<GenerationSummary> generate(const GenerationRequest& request, const EventSink& sink,
                                       std::stop_token stop) override;

    Result<int> count_tokens(const GenerationRequest& request) const override {
        STRATA_TRY(const std::vector<TokenId> prompt, encoder_->encode(request));
        return static_cast<int>(prompt.size());
    }

    EngineStatus status() const override {
        const std::lock_guard lock(status_mutex_);
        return status_;
    }

private:
    Result<void> open(const LoadOptions& options, const LoadProgress& progress);
    Result<void> build_session(const LoadOptions& options);
    void note(const EngineEvent& event);
    void update(auto&& change) {
        const std::lock_guard lock(status_mutex_);
        change(status_);
    }

    LoadedModel loaded_;
    std::unique_ptr<PromptEncoder> encoder_;
    std::optional<Session> session_;
    std::vector<std::uint8_t> allowed_;
    std::size_t context_length_ = 0;

    mutable std::mutex status_mutex_;
    EngineStatus status_;  // guarded by status_mutex_
};

Result<std::unique_ptr<Engine>> LocalEngine::load(const LoadOptions& options, const LoadProgress& progress) {
    auto engine = std::make_unique<LocalEngine>();
    STRATA_CHECK(engine->open(options, progress));
    return std::unique_ptr<Engine>(std::move(engine));
}

Result<void> LocalEngine::open(const LoadOptions& options, const LoadProgress& progress) {
    const auto step = [&](const char* what, double fraction) -> Result<void> {
        if (progress && !progress(LoadStep{what, fraction})) {
            return fail(ErrorCode::invalid_argument, "loading was cancelled");
        }
        return {};
    };
    STRATA_CHECK(step("Opening the model file", 0.0));
    STRATA_TRY(const GgufFile file, GgufFile::open(options.model));
    STRATA_CHECK(step("Checking the model", 0.2));
    STRATA_TRY(loaded_, LoadedModel::open(file, options));
    STRATA_CHECK(step("Reading the vocabulary", 0.4));
    STRATA_TRY(PromptEncoder encoder, PromptEncoder::from_gguf(file));
    encoder_ = std::make_unique<PromptEncoder>(std::move(encoder));
    STRATA_CHECK(build_session(options));
    return step("Ready", 1.0);
}

Result<void> LocalEngine::build_session(const LoadOptions& options) {
    const ModelConfig& config = loaded_.model->config();
    const Tokenizer& tokenizer = encoder_->tokenizer();
    if (tokenizer.vocab_size() != config.vocab_size) {
        return fail(ErrorCode::bad_file, fmt::format("the vocabulary has {} tokens, the embedding matrix {} rows",
                                                     tokenizer.vocab_size(), config.vocab_size));
    }
    for (std::size_t id = 0; id < config.vocab_size; ++id) {
        allowed_.push_back(tokenizer.is_used(static_cast<TokenId>(id)) ? 1 : 0);
    }
    const int own_context = static_cast<int>(std::min<std::size_t>(config.context_length, kMostContextByDefault));
    context_length_ = static_cast<std::size_t>(options.context_length > 0 ? options.context_length : own_context);
    STRATA_TRY(Session session, Session::create(*loaded_.model, options.kv_type));
    session_.emplace(std::move(session));
    update([&](EngineStatus& status) {
        status.model_name = config.name;
        status.cpu_level = to_string(loaded_.level);
        status.threads = loaded_.pool->threads();
        status.context_length = static_cast<int>(context_length_);
    });
    return {};
}

Result<GenerationSummary> LocalEngine::generate(const GenerationRequest& request, const EventSink& sink,
                                                std::stop_token stop) {
    STRATA_CHECK(loaded_.model->file().check_whole());
    STRATA_TRY(const std::vector<TokenId> prompt, encoder_->encode(request));
    update([&](EngineStatus& status) {
        status.state = EngineState::reading;
        status.prompt_position = 0;
        status.prompt_tokens = static_cast<int>(prompt.size());
    });
    Generator generator({.pass = loaded_.pass.get(),
                         .tokenizer = &encoder_->tokenizer(),
                         .allowed = allowed_,
                         .context_length = context_length_,
                         .chunk = loaded_.chunk},
                        *session_);
    const EventSink noting_sink = [&](const EngineEvent& event) {
        note(event);
        sink(event);
    };
    auto result = generator.run(prompt, request, noting_sink, stop);
    update([&](EngineStatus& status) {
        status.state = EngineState::ready;
        status.context_used = static_cast<int>(session_->tokens().size());
        status.kv_bytes = session_->sequence().kv.bytes();
    });
    return result;
}

void LocalEngine::note(const EngineEvent& event) {
    update([&](EngineStatus& status) {
        if (const auto* progress = std::get_if<PromptProgress>(&event)) {
            status.prompt_position = progress->position;
            status.tokens_per_second = progress->fresh_tokens_per_second;
        } else if (std::holds_alternative<PromptRead>(event)) {
            status.state = EngineState::writing;
        } else if (const auto* finished = std::get_if<Finished>(&event)) {
            status.tokens_per_second = finished->summary.decode_tokens_per_second();
        }
    });
}

}  // namespace

Result<std::unique_ptr<Engine>> Engine::load(const LoadOptions& options, const LoadProgress& progress) {
    return LocalEngine::load(options, progress);
}

double GenerationSummary::decode_tokens_per_second() const {
    const auto micros = decode_time.count();
    return generated_tokens < 2 || micros <= 0 ? 0.0 : (generated_tokens - 1) * 1e6 / static_cast<double>(micros);
}

double GenerationSummary::prompt_tokens_per_second() const {
    const auto micros = prompt_time.count();
    return micros <= 0 ? 0.0 : (prompt_tokens - reused_tokens) * 1e6 / static_cast<double>(micros);
}

SamplingOptions SamplingOptions::greedy() {
    SamplingOptions options;
    options.temperature = 0.0F;
    return options;
}

SamplingOptions SamplingOptions::for_thinking(Thinking thinking) {
    SamplingOptions options;
    if (thinking == Thinking::off) {
        options.presence_penalty = 1.5F;
    } else {
        options.temperature = 1.0F;
        options.top_p = 0.95F;
    }
    return options;
}

}  // namespace strata
