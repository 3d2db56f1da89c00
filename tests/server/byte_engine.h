#pragma once

#include <chrono>
#include <filesystem>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "strata/engine.h"
#include "strata/text_model.h"
#include "text/prompt_encoder.h"

namespace strata::testing {

/// What an engine without a model does for its n-th request.
struct ByteTurn {
    enum class End { stop, none, die, stall, bad_utf8 };

    std::string thinking, text;
    std::chrono::milliseconds prompt_token{0}, per_token{0};
    End end = End::stop;
};

struct ByteScript {
    int context_length = 4096;
    std::chrono::milliseconds start{0};
    bool sees_pictures = false;
    bool loads = true;
    std::vector<ByteTurn> turns;  ///< the last one repeats
};

/// Errors: invalid_argument for what is no engine script.
Result<ByteScript> byte_script_from(const nlohmann::json& json);

/// Tokenizer and chat template of an engine whose tokens are the bytes of the text and the control tokens; a picture
/// counts as 64 tokens. The template is that of a model file.
class ByteText final : public TextModel {
public:
    /// scratch: folder for a vocabulary file.
    static Result<std::shared_ptr<const ByteText>> open(const std::filesystem::path& template_of,
                                                        const std::filesystem::path& scratch);

    Result<std::string> render(const GenerationRequest& request) const override;
    Result<int> count_tokens(const GenerationRequest& request) const override;
    int count_tokens(const std::string& text) const override;

    const Tokenizer& tokenizer() const { return encoder_.tokenizer(); }
    Result<std::vector<TokenId>> encode(const GenerationRequest& request) const;

private:
    explicit ByteText(PromptEncoder encoder) : encoder_(std::move(encoder)) {}

    PromptEncoder encoder_;
};

/// How many turns have been played; shared by engines that follow one another.
struct ByteTurns {
    std::mutex mutex;
    std::size_t next = 0;
};

/// Plays a script of turns through the parts that a real engine answers with, apart from the model.
class ByteEngine final : public Engine {
public:
    ByteEngine(ByteScript script, std::shared_ptr<const ByteText> text, std::shared_ptr<ByteTurns> turns);

    Result<GenerationSummary> generate(const GenerationRequest& request, const EventSink& sink,
                                       std::stop_token stop) override;
    Result<int> count_tokens(const GenerationRequest& request) const override;
    EngineStatus status() const override;
    Result<void> apply(const LiveLimits& /*limits*/) override { return {}; }
    Result<void> park(const ConversationId& /*id*/) override { return {}; }
    std::vector<ParkedConversation> parked() const override { return {}; }
    Result<void> keep(const ConversationId& /*id*/, bool /*kept*/) override { return {}; }
    void forget(const ConversationId& /*id*/) override {}
    StateFingerprint fingerprint() const override { return {}; }
    Result<std::vector<CacheCheckResult>> check_cache(const CacheCheckOptions& /*options*/,
                                                      const CacheCheckProgress& /*progress*/,
                                                      std::stop_token /*stop*/) override {
        return std::vector<CacheCheckResult>();
    }

private:
    ByteTurn next_turn();
    bool read(const std::vector<TokenId>& prompt, int reused, const ByteTurn& turn, const EventSink& sink,
              const std::stop_token& stop);
    std::vector<TokenId> answer_of(const ByteTurn& turn, const GenerationRequest& request,
                                   const std::vector<TokenId>& prompt) const;
    void set(EngineState state, int context_used);

    const ByteScript script_;
    const std::shared_ptr<const ByteText> text_;
    const std::shared_ptr<ByteTurns> turns_;
    std::vector<TokenId> held_;  ///< what the conversation holds
    mutable std::mutex mutex_;   ///< guards the status
    EngineStatus status_;
};

}  // namespace strata::testing
