#include "generation/cache_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <random>
#include <system_error>
#include <utility>

#include "base/error.h"
#include "generation/parking_limits.h"

namespace strata {
namespace {

constexpr int kAnswerTokens = 12;
constexpr int kThinkingTokens = 6;
constexpr int kClosingTokens = 12;  // for the line that ends the thinking then

ChatMessage message(Role role, std::string text) {
    ChatMessage one;
    one.role = role;
    one.text = std::move(text);
    return one;
}

/// A new folder of our own below `parent`; what else is there is not touched.
Result<std::filesystem::path> make_scratch(const std::filesystem::path& parent, const std::string& name) {
    std::error_code error;
    std::filesystem::create_directories(parent, error);
    std::random_device random;
    for (int attempt = 0; attempt < 8; ++attempt) {
        std::filesystem::path folder = parent / fmt::format("check-{}-{:08x}", name, random());
        if (std::filesystem::create_directory(folder, error)) {
            return folder;
        }
    }
    return fail(ErrorCode::io_error, fmt::format("no folder can be made for the check ({})", error.message()));
}

}  // namespace

/// Turns moves into requests and runs them.
class CacheCheck::Player {
public:
    Player(const Parts& parts, Conversations& conversations) : parts_(parts), conversations_(conversations) {}

    /// Runs a move of a conversation. Nothing comes back from one that was stopped.
    Result<std::optional<Outcome>> play(const CheckedMove& move, Chat& chat, const std::stop_token& stop) {
        if (move.kind == CheckedMove::Kind::stop) {
            STRATA_CHECK(stopped(move, chat));
            return std::nullopt;
        }
        STRATA_TRY(const GenerationRequest request, request_for(move, chat));
        STRATA_TRY(TokenSequence prompt, prompt_for(move, request, chat));
        STRATA_TRY(Outcome outcome, run(prompt, request, stop));
        chat.held = conversations_.session().content();
        chat.messages.push_back(message(Role::assistant, outcome.text));
        chat.messages.back().reasoning = outcome.reasoning;
        return outcome;
    }

private:
    Result<GenerationRequest> request_for(const CheckedMove& move, Chat& chat);
    Result<void> stopped(const CheckedMove& move, const Chat& chat);
    Result<TokenSequence> prompt_for(const CheckedMove& move, const GenerationRequest& request, const Chat& chat);
    Result<Outcome> run(const TokenSequence& prompt, const GenerationRequest& request, const std::stop_token& stop);

    const Parts& parts_;
    Conversations& conversations_;
};

Result<GenerationRequest> CacheCheck::Player::request_for(const CheckedMove& move, Chat& chat) {
    std::vector<ChatMessage>& messages = chat.messages;
    if (messages.empty() && !chat.script->system.empty()) {
        messages.push_back(message(Role::system, chat.script->system));
    }
    const std::size_t first = chat.script->system.empty() ? 0 : 1;
    if (move.kind == CheckedMove::Kind::edit) {
        messages.resize(std::min(messages.size(), first + 2 * move.message));
    }
    if (move.kind == CheckedMove::Kind::again) {
        messages.pop_back();
    } else {
        messages.push_back(message(Role::user, move.text));
    }
    GenerationRequest request;
    request.conversation = chat.script->id;
    request.thinking = chat.script->thinking;
    request.preserve_thinking = chat.script->preserve_thinking;
    request.sampling = SamplingOptions::greedy();
    request.limits.max_tokens =
        kAnswerTokens + (request.thinking == Thinking::off ? 0 : kThinkingTokens + kClosingTokens);
    request.limits.thinking_budget = kThinkingTokens;
    request.messages = messages;
    return request;
}

Result<TokenSequence> CacheCheck::Player::prompt_for(const CheckedMove& move, const GenerationRequest& request,
                                                     const Chat& chat) {
    TokenSequence prompt;
    if (move.kind != CheckedMove::Kind::go_on) {
        STRATA_TRY(prompt.tokens, parts_.encoder->encode(request));
        return prompt;
    }
    const std::string turn =
        "<|im_end|>\n<|im_start|>user\n" + move.text + "<|im_end|>\n<|im_start|>assistant\n<think>\n\n</think>\n\n";
    const std::vector<TokenId> more = parts_.encoder->tokenizer().encode(turn, ControlTokens::recognised);
    prompt = chat.held;
    prompt.tokens.insert(prompt.tokens.end(), more.begin(), more.end());
    return prompt;
}

// A stop that is asked for from the first progress on: the reading ends at a chunk's end, or before anything was read.
Result<void> CacheCheck::Player::stopped(const CheckedMove& move, const Chat& chat) {
    Chat copy = chat;
    STRATA_TRY(const GenerationRequest request, request_for({CheckedMove::Kind::say, move.chat, move.text, 0}, copy));
    std::stop_source source;
    STRATA_TRY(std::vector<TokenId> tokens, parts_.encoder->encode(request));
    Generator generator(parts_.generator, conversations_);
    const auto summary = generator.run(
        {std::move(tokens), {}}, request, [&](const EngineEvent&) { source.request_stop(); }, source.get_token());
    if (!summary) {
        return tl::unexpected(summary.error());
    }
    return {};
}

Result<CacheCheck::Outcome> CacheCheck::Player::run(const TokenSequence& prompt, const GenerationRequest& request,
                                                    const std::stop_token& stop) {
    Outcome outcome;
    Generator generator(parts_.generator, conversations_);
    const auto sink = [&](const EngineEvent& event) {
        if (const auto* text = std::get_if<TextDelta>(&event)) {
            outcome.text += text->text;
        } else if (const auto* reasoning = std::get_if<ReasoningDelta>(&event)) {
            outcome.reasoning += reasoning->text;
        }
    };
    STRATA_TRY(outcome.summary, generator.run(prompt, request, sink, stop));
    outcome.state = conversations_.session().fingerprint();
    return outcome;
}

Result<std::vector<CacheCheckResult>> CacheCheck::run(const CacheCheckOptions& options,
                                                      const CacheCheckProgress& progress, const std::stop_token& stop) {
    const std::vector<CheckedScenario> known = checked_scenarios();
    for (const std::string& name : options.scenarios) {
        if (std::ranges::find(known, name, &CheckedScenario::name) == known.end()) {
            return fail(ErrorCode::invalid_argument, fmt::format("there is no scenario \"{}\"", name));
        }
    }
    std::vector<CacheCheckResult> results;
    for (const CheckedScenario& scenario : known) {
        const bool wanted =
            options.scenarios.empty() || std::ranges::find(options.scenarios, scenario.name) != options.scenarios.end();
        if (!wanted || (scenario.disk && options.scratch_folder.empty()) || stop.stop_requested()) {
            continue;
        }
        std::filesystem::path folder;
        if (scenario.disk) {
            STRATA_TRY(folder, make_scratch(options.scratch_folder, scenario.name));
        }
        STRATA_TRY(CacheCheckResult result, play(scenario, folder, progress, stop));
        if (stop.stop_requested()) {
            break;
        }
        results.push_back(std::move(result));
    }
    return results;
}

Result<std::unique_ptr<Conversations>> CacheCheck::open(ResumeMode resume, const CheckedScenario& scenario,
                                                        std::uint64_t largest_image,
                                                        const std::filesystem::path& folder) {
    const auto images = [&](double count) {
        return static_cast<std::uint64_t>(static_cast<double>(largest_image) * count);
    };
    const bool full = scenario.memory_is_full;
    LiveLimits limits;
    STRATA_TRY(auto conversations, Conversations::create({.model = parts_.model,
                                                          .tokenizer = &parts_.encoder->tokenizer(),
                                                          .kv_type = parts_.kv_type,
                                                          .chunk = parts_.chunk,
                                                          .resume = resume,
                                                          .free_memory = [full] { return full ? 1U : 2U; },
                                                          .after_restore = parts_.after_restore},
                                                         limits));
    if (resume == ResumeMode::reread) {
        return conversations;
    }
    conversations->set_limits(limits, {images(scenario.memory_images), scenario.slots, 1});
    if (scenario.disk) {
        STRATA_TRY(const VaultIdentity identity, vault_identity(*parts_.model, parts_.kv_type));
        VaultLimits vault;
        vault.disk_bytes = std::numeric_limits<std::uint64_t>::max() / 2;
        vault.memory_bytes = images(scenario.vault_memory_images);
        STRATA_TRY(auto opened, ConversationVault::open(folder, identity, vault));
        conversations->set_vault(std::move(opened));
    }
    return conversations;
}

Result<void> CacheCheck::play_alone(const CheckedScenario& scenario, std::size_t index, Chat& chat,
                                    const std::stop_token& stop) {
    STRATA_TRY(const auto conversations, open(ResumeMode::reread, scenario, 0, {}));
    Player player(parts_, *conversations);
    for (const CheckedMove& move : scenario.moves) {
        const bool counts = move.kind != CheckedMove::Kind::stop && move.kind != CheckedMove::Kind::restart;
        if (move.chat != index || !counts || stop.stop_requested()) {
            continue;
        }
        STRATA_TRY(auto outcome, player.play(move, chat, stop));
        chat.alone.push_back(std::move(*outcome));
        STRATA_TRY(const ConversationImage image, conversations->session().snapshot());
        chat.largest_image = std::max<std::uint64_t>(chat.largest_image, image.bytes());
    }
    chat.messages.clear();
    chat.held = {};
    return {};
}

Result<CacheCheckResult> CacheCheck::play(const CheckedScenario& scenario, const std::filesystem::path& scratch,
                                          const CacheCheckProgress& progress, const std::stop_token& stop) {
    CacheCheckResult result;
    result.scenario = scenario.name;
    const auto steps = static_cast<double>(2 * scenario.moves.size());
    double done = 0;
    const auto tell = [&](double more) {
        done += more;
        if (progress) {
            progress(scenario.name, std::min(1.0, done / steps));
        }
    };
    std::vector<Chat> chats(scenario.chats.size());
    std::uint64_t largest = 0;
    for (std::size_t i = 0; i < chats.size(); ++i) {
        chats[i].script = &scenario.chats[i];
        STRATA_CHECK(play_alone(scenario, i, chats[i], stop));
        largest = std::max(largest, chats[i].largest_image);
        tell(static_cast<double>(chats[i].alone.size()));
    }
    STRATA_TRY(auto conversations, open(ResumeMode::restore, scenario, largest, scratch));
    for (const CheckedMove& move : scenario.moves) {
        if (stop.stop_requested()) {
            break;
        }
        if (move.kind == CheckedMove::Kind::restart) {
            conversations.reset();
            STRATA_TRY(conversations, open(ResumeMode::restore, scenario, largest, scratch));
            continue;
        }
        Chat& chat = chats[move.chat];
        STRATA_TRY(const auto outcome, Player(parts_, *conversations).play(move, chat, stop));
        tell(1);
        if (!outcome || stop.stop_requested()) {
            continue;
        }
        ++result.requests;
        result.resumed += outcome->summary.reused_tokens > 0 ? 1 : 0;
        result.difference = difference(*outcome, chat.alone[chat.played], move.chat, chat.played);
        ++chat.played;
        if (!result.difference.empty()) {
            break;
        }
    }
    conversations.reset();
    if (!scratch.empty()) {
        std::error_code ignored;
        std::filesystem::remove_all(scratch, ignored);
    }
    result.passed = result.difference.empty() && !stop.stop_requested();
    return result;
}

std::string CacheCheck::difference(const Outcome& together, const Outcome& alone, std::size_t chat,
                                   std::size_t request) {
    const std::string where = fmt::format("conversation {}, request {}: ", chat + 1, request + 1);
    const std::string component = first_difference(together.state, alone.state);
    if (!component.empty()) {
        return where + fmt::format("the state differs in \"{}\"", component);
    }
    if (together.text != alone.text || together.reasoning != alone.reasoning ||
        together.summary.generated_tokens != alone.summary.generated_tokens) {
        return where + "the answer is another one";
    }
    return {};
}

}  // namespace strata
