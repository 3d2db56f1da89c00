#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "generation/cache_check_scenarios.h"
#include "generation/conversations.h"
#include "generation/generator.h"
#include "model/model.h"
#include "strata/cache_check.h"
#include "strata/result.h"
#include "strata/state_fingerprint.h"
#include "text/prompt_encoder.h"

namespace strata {

/// Plays the scenarios: every conversation alone in a session of its own that reads again instead of restoring, then
/// all together with parking; after every request answer and state must be the same, bit for bit. One thread; borrows
/// the model's forward pass.
class CacheCheck {
public:
    struct Parts {
        const Model* model = nullptr;
        Generator::Parts generator;
        const PromptEncoder* encoder = nullptr;
        KvType kv_type = KvType::int8;
        std::size_t chunk = 512;
        /// For tests: what a fault in restoring would do to the state.
        std::function<void(SequenceState&)> after_restore;
    };

    explicit CacheCheck(Parts parts) : parts_(std::move(parts)) {}

    /// Errors: unknown scenario, scratch folder not usable. A stop ends it with the results so far.
    Result<std::vector<CacheCheckResult>> run(const CacheCheckOptions& options, const CacheCheckProgress& progress,
                                              const std::stop_token& stop);
    /// scratch: a folder of its own, which it removes; empty for scenarios without disk.
    Result<CacheCheckResult> play(const CheckedScenario& scenario, const std::filesystem::path& scratch,
                                  const CacheCheckProgress& progress, const std::stop_token& stop);

private:
    /// What one request left behind.
    struct Outcome {
        std::string text, reasoning;
        GenerationSummary summary;
        StateFingerprint state;
    };
    /// Everything about a conversation that is being played.
    struct Chat {
        const CheckedChat* script = nullptr;
        std::vector<ChatMessage> messages;
        TokenSequence held;          ///< what the session held after the last request
        std::vector<Outcome> alone;  ///< one per request that counts
        std::size_t played = 0;
        std::uint64_t largest_image = 0;
    };
    class Player;

    Result<void> play_alone(const CheckedScenario& scenario, std::size_t chat, Chat& state,
                            const std::stop_token& stop);
    Result<std::unique_ptr<Conversations>> open(ResumeMode resume, const CheckedScenario& scenario,
                                                std::uint64_t largest_image, const std::filesystem::path& folder);

    /// In words; empty: none.
    static std::string difference(const Outcome& together, const Outcome& alone, std::size_t chat, std::size_t request);

    Parts parts_;
};

}  // namespace strata
