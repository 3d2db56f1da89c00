#include "strata/engine.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <functional>
#include <mutex>
#include <utility>
#include <vector>

#include "base/error.h"
#include "generation/cache_check.h"
#include "generation/conversations.h"
#include "generation/generator.h"
#include "generation/parking_limits.h"
#include "generation/session.h"
#include "gguf/gguf_file.h"
#include "model/loaded_model.h"
#include "model/memory_facts.h"
#include "text/chat_template.h"
#include "text/prompt_encoder.h"
#include "text/tokenizer.h"

namespace strata {
namespace {

// The engine joins the parts; what they do is told in their headers.
class LocalEngine : public Engine {
public:
    ~LocalEngine() override { forget_what_was_asked(); }
    static Result<std::unique_ptr<Engine>> load(const LoadOptions& options, const LoadProgress& progress);

    Result<GenerationSummary> generate(const GenerationRequest& request, const EventSink& sink,
                                       std::stop_token stop) override;

    Result<int> count_tokens(const GenerationRequest& request) const override {
        STRATA_TRY(const std::vector<TokenId> prompt, encoder_->encode(request));
        return static_cast<int>(prompt.size());
    }

    EngineStatus status() const override;

    Result<void> apply(const LiveLimits& limits) override;
    Result<void> park(const ConversationId& id) override;
    std::vector<ParkedConversation> parked() const override;
    Result<void> keep(const ConversationId& id, bool kept) override;
    void forget(const ConversationId& id) override;
    StateFingerprint fingerprint() const override { return conversations_->session().fingerprint(); }
    Result<std::vector<CacheCheckResult>> check_cache(const CacheCheckOptions& options,
                                                      const CacheCheckProgress& progress,
                                                      std::stop_token stop) override;

private:
    Result<void> open(const LoadOptions& options, const LoadProgress& progress);
    Result<void> build_conversations();
    Result<void> check_vocabulary();
    void open_vault();
    ConversationVault* vault() const { return vault_.load(); }
    Generator::Parts generator_parts() const;
    void forget_what_was_asked();
    void note(const EngineEvent& event);
    void log_experts(const ExpertCounters& used) const;
    void note_memory();
    void update(auto&& change) {
        const std::lock_guard lock(status_mutex_);
        change(status_);
    }

    LoadOptions options_;
    LoadedModel loaded_;
    std::unique_ptr<PromptEncoder> encoder_;
    std::unique_ptr<Conversations> conversations_;
    /// The conversations'; stays once it is there. Stored by the thread of `generate`, loaded by all: who sees the
    /// pointer sees the opened vault.
    std::atomic<ConversationVault*> vault_{nullptr};
    ParkingLimits limits_;
    std::vector<std::uint8_t> allowed_;
    std::size_t context_length_ = 0;
    // Asked by any thread, done before the next request and at the end; nothing else becomes visible with them.
    std::atomic<bool> forget_store_{false}, forget_live_{false};

    mutable std::mutex status_mutex_;
    EngineStatus status_;                     // guarded by status_mutex_
    std::vector<ParkedConversation> stored_;  // guarded by status_mutex_: the store's, as of the last request
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
    options_ = options;
    STRATA_CHECK(step("Opening the model file", 0.0));
    STRATA_TRY(const GgufFile file, GgufFile::open(options.model));
    STRATA_CHECK(step("Checking the model", 0.2));
    STRATA_TRY(loaded_, LoadedModel::open(file, options));
    STRATA_CHECK(step("Reading the vocabulary", 0.4));
    STRATA_TRY(PromptEncoder encoder, PromptEncoder::from_gguf(file));
    encoder_ = std::make_unique<PromptEncoder>(std::move(encoder));
    STRATA_CHECK(check_vocabulary());
    STRATA_CHECK(step("Looking for parked conversations", 0.8));
    STRATA_CHECK(build_conversations());
    return step("Ready", 1.0);
}

Result<void> LocalEngine::check_vocabulary() {
    const ModelConfig& config = loaded_.model->config();
    const Tokenizer& tokenizer = encoder_->tokenizer();
    if (tokenizer.vocab_size() != config.vocab_size) {
        return fail(ErrorCode::bad_file, fmt::format("the vocabulary has {} tokens, the embedding matrix {} rows",
                                                     tokenizer.vocab_size(), config.vocab_size));
    }
    for (std::size_t id = 0; id < config.vocab_size; ++id) {
        allowed_.push_back(tokenizer.is_used(static_cast<TokenId>(id)) ? 1 : 0);
    }
    return {};
}

Result<void> LocalEngine::build_conversations() {
    const ModelConfig& config = loaded_.model->config();
    context_length_ = strata::context_length(config, options_);
    STRATA_TRY(conversations_, Conversations::create({.model = loaded_.model.get(),
                                                      .tokenizer = &encoder_->tokenizer(),
                                                      .kv_type = options_.kv_type,
                                                      .chunk = loaded_.chunk,
                                                      .resume = options_.resume,
                                                      .free_memory = free_memory_bytes},
                                                     options_.limits));
    limits_ = resolve_parking(options_.limits, free_memory_bytes(), options_.conversation_folder);
    conversations_->set_limits(options_.limits, limits_.store);
    update([&](EngineStatus& status) {
        status.model_name = config.name;
        status.cpu_level = to_string(loaded_.level);
        status.threads = loaded_.pool->threads();
        status.context_length = static_cast<int>(context_length_);
    });
    open_vault();
    note_memory();
    return {};
}

// Without a vault conversations are parked in memory only; that is no reason not to load the model.
void LocalEngine::open_vault() {
    if (options_.conversation_folder.empty() || limits_.vault.disk_bytes == 0) {
        return;
    }
    auto opened = [&]() -> Result<std::unique_ptr<ConversationVault>> {
        STRATA_TRY(VaultIdentity identity, vault_identity(*loaded_.model, options_.kv_type));
        VaultOptions vault;
        vault.log = options_.log;
        return ConversationVault::open(options_.conversation_folder, identity, limits_.vault, std::move(vault));
    }();
    if (!opened) {
        update([&](EngineStatus& status) { status.memory.disk_problem = opened.error().message; });
        return;
    }
    vault_ = opened->get();
    conversations_->set_vault(std::move(*opened));
}

Generator::Parts LocalEngine::generator_parts() const {
    return {.pass = loaded_.pass.get(),
            .tokenizer = &encoder_->tokenizer(),
            .allowed = allowed_,
            .context_length = context_length_};
}

void LocalEngine::forget_what_was_asked() {
    if (forget_store_.exchange(false)) {
        conversations_->store().clear();
    }
    if (forget_live_.exchange(false)) {
        conversations_->drop_live();
    }
}

Result<GenerationSummary> LocalEngine::generate(const GenerationRequest& request, const EventSink& sink,
                                                std::stop_token stop) {
    forget_what_was_asked();
    STRATA_CHECK(loaded_.model->file().check_whole());
    STRATA_TRY(std::vector<TokenId> tokens, encoder_->encode(request));
    const TokenSequence prompt{std::move(tokens), {}};
    update([&](EngineStatus& status) {
        status.state = EngineState::reading;
        status.prompt_position = 0;
        status.prompt_tokens = static_cast<int>(prompt.size());
    });
    Generator generator(generator_parts(), *conversations_);
    const ExpertCounters before = loaded_.counters();
    ExpertCounters used;
    const EventSink noting_sink = [&](EngineEvent event) {
        if (auto* finished = std::get_if<Finished>(&event)) {
            used = loaded_.counters() - before;
            finished->summary.experts = used;
        }
        note(event);
        sink(event);
    };
    auto result = generator.run(prompt, request, noting_sink, stop);
    if (result) {
        result->experts = used;
        log_experts(used);
    }
    update([&](EngineStatus& status) { status.state = EngineState::ready; });
    note_memory();
    if (loaded_.profile != nullptr) {
        loaded_.profile->save_if_due();
    }
    return result;
}

void LocalEngine::log_experts(const ExpertCounters& used) const {
    if (options_.log && used.lookups > 0) {
        options_.log(
            LogLevel::info,
            fmt::format("experts: {} looked up, {} in memory, {} read from the file ({:.1f} MB), {} of {} asked "
                        "for early were needed, waited {} times, {:.1f} ms",
                        used.lookups, used.from_memory, used.file_experts, static_cast<double>(used.file_bytes) / 1e6,
                        used.early_used, used.early_experts, used.waits,
                        static_cast<double>(used.wait_microseconds) / 1e3));
    }
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
            count(finished->summary, status.counters);
        }
    });
    const auto* finished = std::get_if<Finished>(&event);
    if (finished != nullptr && vault() != nullptr && finished->summary.prompt_tokens_per_second() > 0.0) {
        vault()->set_prompt_speed(finished->summary.prompt_tokens_per_second());
    }
}

void LocalEngine::note_memory() {
    const Session& session = conversations_->session();
    update([&](EngineStatus& status) {
        status.context_used = static_cast<int>(session.size());
        status.kv_bytes = session.sequence().kv.bytes();
        status.live_conversation = conversations_->live_id();
        status.memory.checkpoints = static_cast<int>(session.checkpoints().all().size());
        status.memory.checkpoint_bytes = session.checkpoints().bytes();
        status.memory.in_memory = static_cast<int>(conversations_->store().size());
        status.memory.memory_bytes = conversations_->store().bytes();
        status.memory.memory_budget = limits_.store.bytes + (vault() != nullptr ? limits_.vault.memory_bytes : 0);
        status.memory.disk_budget = vault() != nullptr ? limits_.vault.disk_bytes : 0;
        stored_ = conversations_->store().list();
    });
}

EngineStatus LocalEngine::status() const {
    EngineStatus status = [&] {
        const std::lock_guard lock(status_mutex_);
        return status_;
    }();
    status.experts = loaded_.experts->memory();
    status.experts.why = loaded_.plan.why;
    status.expert_counters = loaded_.counters();
    if (vault() != nullptr) {
        add_vault_status(vault()->status(), status);
    }
    return status;
}

Result<void> LocalEngine::apply(const LiveLimits& limits) {
    options_.limits = limits;
    limits_ =
        resolve_parking(limits, free_memory_bytes() + conversations_->store().bytes(), options_.conversation_folder);
    conversations_->set_limits(limits, limits_.store);
    if (vault() != nullptr) {
        vault()->set_limits(limits_.vault);
    } else {
        open_vault();
    }
    note_memory();
    return {};
}

Result<void> LocalEngine::park(const ConversationId& id) {
    STRATA_CHECK(conversations_->park(id));
    note_memory();
    return {};
}

std::vector<ParkedConversation> LocalEngine::parked() const {
    std::vector<ParkedConversation> all;
    if (vault() != nullptr) {
        all = vault()->list();
    }
    {
        const std::lock_guard lock(status_mutex_);
        all.insert(all.end(), stored_.begin(), stored_.end());
    }
    std::ranges::stable_sort(all, std::ranges::greater{}, &ParkedConversation::last_used);
    return all;
}

Result<void> LocalEngine::keep(const ConversationId& id, bool kept) {
    if (vault() == nullptr) {
        return fail(ErrorCode::not_found, "no conversations are parked on disk");
    }
    return vault()->keep(id, kept);
}

void LocalEngine::forget(const ConversationId& id) {
    if (vault() != nullptr && !id.empty()) {
        vault()->forget(id);
    }
    const std::lock_guard lock(status_mutex_);
    if (id.empty()) {
        forget_store_.store(true);
        stored_.clear();
    } else if (id == status_.live_conversation) {
        forget_live_.store(true);
        status_.live_conversation.clear();
    }
}

Result<std::vector<CacheCheckResult>> LocalEngine::check_cache(const CacheCheckOptions& options,
                                                               const CacheCheckProgress& progress,
                                                               std::stop_token stop) {
    CacheCheck check({.model = loaded_.model.get(),
                      .generator = generator_parts(),
                      .encoder = encoder_.get(),
                      .kv_type = options_.kv_type,
                      .chunk = loaded_.chunk,
                      .after_restore = {}});
    return check.run(options, progress, stop);
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
