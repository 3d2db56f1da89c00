#include "server/byte_engine.h"

#include <algorithm>
#include <condition_variable>
#include <stdexcept>
#include <utility>

#include "base/error.h"
#include "cli/synth/vocabulary.h"
#include "generation/answer_events.h"
#include "gguf/gguf_writer.h"

namespace strata::testing {
namespace {

using nlohmann::json;

constexpr std::size_t kBytes = 256;
constexpr std::size_t kPictureTokens = 64;
constexpr std::size_t kChunk = 64;

std::chrono::milliseconds milliseconds_of(const json& object, const char* key) {
    return std::chrono::milliseconds(object.value(key, 0));
}

/// False: a stop came first.
bool sleep(std::chrono::milliseconds time, const std::stop_token& stop) {
    if (time.count() <= 0) {
        return !stop.stop_requested();
    }
    std::mutex mutex;
    std::condition_variable_any never;
    std::unique_lock lock(mutex);
    never.wait_for(lock, stop, time, [] { return false; });
    return !stop.stop_requested();
}

Result<ByteTurn::End> end_from(const std::string& name) {
    const std::pair<const char*, ByteTurn::End> names[] = {{"stop", ByteTurn::End::stop},
                                                           {"none", ByteTurn::End::none},
                                                           {"die", ByteTurn::End::die},
                                                           {"stall", ByteTurn::End::stall},
                                                           {"badutf8", ByteTurn::End::bad_utf8}};
    for (const auto& [known, end] : names) {
        if (name == known) {
            return end;
        }
    }
    return fail(ErrorCode::invalid_argument, "no turn ends with \"" + name + "\"");
}

}  // namespace

Result<ByteScript> byte_script_from(const json& source) {
    try {
        ByteScript script;
        script.context_length = source.value("n_ctx", script.context_length);
        script.start = milliseconds_of(source, "start_ms");
        script.sees_pictures = source.value("vision", false);
        script.loads = source.value("load", std::string("ok")) == "ok";
        for (const json& turn : source.value("turns", json::array())) {
            ByteTurn one;
            one.thinking = turn.value("thinking", std::string());
            one.text = turn.value("text", std::string());
            one.prompt_token = milliseconds_of(turn, "prompt_token_ms");
            one.per_token = milliseconds_of(turn, "per_token_ms");
            STRATA_TRY(one.end, end_from(turn.value("end", std::string("stop"))));
            script.turns.push_back(std::move(one));
        }
        if (script.turns.empty()) {
            script.turns.push_back({.thinking = {}, .text = "Hello!"});
        }
        return script;
    } catch (const json::exception& exception) {
        return fail(ErrorCode::invalid_argument, exception.what());
    }
}

Result<std::shared_ptr<const ByteText>> ByteText::open(const std::filesystem::path& template_of,
                                                       const std::filesystem::path& scratch) {
    STRATA_TRY(const GgufFile model, GgufFile::open(template_of));
    const std::size_t size = kBytes + cli::control_token_count();
    const cli::Vocabulary vocabulary = cli::make_vocabulary(size, kBytes);
    GgufWriter writer;
    writer.add_string("general.architecture", "none");
    writer.add_string("tokenizer.ggml.model", "gpt2");
    writer.add_string("tokenizer.ggml.pre", "qwen35");
    writer.add_strings("tokenizer.ggml.tokens", vocabulary.tokens);
    writer.add_i32s("tokenizer.ggml.token_type", vocabulary.kinds);
    writer.add_strings("tokenizer.ggml.merges", vocabulary.merges);
    writer.add_u32("tokenizer.ggml.eos_token_id",
                   static_cast<std::uint32_t>(cli::control_token_id("<|im_end|>", kBytes)));
    if (const GgufValue* const chat_template = model.find("tokenizer.chat_template")) {
        writer.add_value("tokenizer.chat_template", *chat_template);
    }
    const std::filesystem::path path = scratch / "bytes.gguf";
    STRATA_CHECK(writer.write(path));
    STRATA_TRY(const GgufFile file, GgufFile::open(path));
    STRATA_TRY(PromptEncoder encoder, PromptEncoder::from_gguf(file));
    return std::shared_ptr<const ByteText>(new ByteText(std::move(encoder)));
}

Result<std::string> ByteText::render(const GenerationRequest& request) const {
    STRATA_TRY(PromptText prompt, encoder_.render(request));
    return std::move(prompt.text);
}

// The pictures' tokens stand before everything else: where they are does not matter to any count.
Result<std::vector<TokenId>> ByteText::encode(const GenerationRequest& request) const {
    GenerationRequest words = request;
    std::size_t pictures = 0;
    for (ChatMessage& message : words.messages) {
        pictures += message.pictures.size();
        message.pictures.clear();
    }
    STRATA_TRY(std::vector<TokenId> ids, encoder_.encode(words));
    ids.insert(ids.begin(), pictures * kPictureTokens, *tokenizer().find("<|image_pad|>"));
    return ids;
}

Result<int> ByteText::count_tokens(const GenerationRequest& request) const {
    STRATA_TRY(const std::vector<TokenId> ids, encode(request));
    return static_cast<int>(ids.size());
}

int ByteText::count_tokens(const std::string& text) const {
    return static_cast<int>(tokenizer().encode(text, ControlTokens::plain_text).size());
}

ByteEngine::ByteEngine(ByteScript script, std::shared_ptr<const ByteText> text, std::shared_ptr<ByteTurns> turns)
    : script_(std::move(script)), text_(std::move(text)), turns_(std::move(turns)) {
    status_.model_name = "Scripted";
    status_.context_length = script_.context_length;
    status_.sees_pictures = script_.sees_pictures;
}

ByteTurn ByteEngine::next_turn() {
    const std::lock_guard lock(turns_->mutex);
    return script_.turns[std::min(turns_->next++, script_.turns.size() - 1)];
}

bool ByteEngine::read(const std::vector<TokenId>& prompt, int reused, const ByteTurn& turn, const EventSink& sink,
                      const std::stop_token& stop) {
    const auto begin = std::chrono::steady_clock::now();
    for (std::size_t at = static_cast<std::size_t>(reused); at < prompt.size();) {
        const std::size_t next = std::min(prompt.size(), at + kChunk);
        if (!sleep(turn.prompt_token * static_cast<long>(next - at), stop)) {
            held_.assign(prompt.begin(), prompt.begin() + static_cast<std::ptrdiff_t>(at));
            return false;
        }
        at = next;
        PromptProgress progress;
        progress.position = static_cast<int>(at);
        progress.prompt_tokens = static_cast<int>(prompt.size());
        progress.elapsed =
            std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - begin);
        set(EngineState::reading, progress.position);
        sink(progress);
    }
    held_ = prompt;
    return true;
}

std::vector<TokenId> ByteEngine::answer_of(const ByteTurn& turn, const GenerationRequest& request,
                                           const std::vector<TokenId>& prompt) const {
    const Tokenizer& tokenizer = text_->tokenizer();
    std::string words;
    const auto think = tokenizer.find("<think>");
    const auto close = tokenizer.find("</think>");
    const auto last_open = std::find(prompt.rbegin(), prompt.rend(), *think);
    const auto last_close = std::find(prompt.rbegin(), prompt.rend(), *close);
    const auto last_turn = std::find(prompt.rbegin(), prompt.rend(), *tokenizer.find("<|im_start|>"));
    if (!request.raw_prompt && last_open < last_close && last_open < last_turn) {
        words = turn.thinking + "</think>";
    }
    words += turn.text;
    std::vector<TokenId> ids = tokenizer.encode(words, ControlTokens::recognised);
    if (turn.end == ByteTurn::End::bad_utf8) {
        for (std::size_t id = 0; id < kBytes; ++id) {
            if (tokenizer.token_bytes(static_cast<TokenId>(id)) == "\xC3") {
                ids.push_back(static_cast<TokenId>(id));
            }
        }
    }
    return ids;
}

Result<GenerationSummary> ByteEngine::generate(const GenerationRequest& request, const EventSink& sink,
                                               std::stop_token stop) {
    using Clock = std::chrono::steady_clock;
    const auto since = [](Clock::time_point begin) {
        return std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - begin);
    };
    const Clock::time_point start = Clock::now();
    STRATA_TRY(const std::vector<TokenId> prompt, text_->encode(request));
    STRATA_TRY(const std::size_t room,
               answer_room(prompt.size(), static_cast<std::size_t>(script_.context_length), request.limits));
    const ByteTurn turn = next_turn();
    const auto shared = std::ranges::mismatch(prompt, held_).in1 - prompt.begin();
    GenerationSummary summary;
    summary.prompt_tokens = static_cast<int>(prompt.size());
    summary.reused_tokens = std::min(static_cast<int>(shared), summary.prompt_tokens - 1);
    summary.source = summary.reused_tokens > 0 ? ResumeSource::live_session : ResumeSource::nothing;
    sink(Resumed{summary.reused_tokens, summary.source});
    AnswerEvents events(text_->tokenizer(), request, prompt, room, sink);
    if (read(prompt, summary.reused_tokens, turn, sink, stop)) {
        summary.prompt_time = since(start);
        sink(PromptRead{summary.reused_tokens, summary.prompt_tokens});
        set(EngineState::writing, summary.prompt_tokens);
        const std::vector<TokenId> script = answer_of(turn, request, prompt);
        const TokenId dot = text_->tokenizer().encode(".", ControlTokens::plain_text).front();
        const TokenId end = *text_->tokenizer().find("<|im_end|>");
        Clock::time_point first;
        for (std::size_t next = 0; sleep(turn.per_token, stop);) {
            const bool told = next >= script.size();
            if (told && turn.end == ByteTurn::End::die) {
                set(EngineState::ready, 0);
                throw std::runtime_error("the script ends the engine");
            }
            if (told && turn.end == ByteTurn::End::stall) {
                sleep(std::chrono::hours(24), stop);
                break;
            }
            const auto forced = events.forced();
            const TokenId id = forced ? *forced : !told ? script[next] : turn.end == ByteTurn::End::none ? dot : end;
            if (forced && !told) {
                // The thinking is cut short: what the script would have thought is not written any more.
                const auto mark = std::ranges::find(script, *text_->tokenizer().find("</think>"));
                next = std::max(next, static_cast<std::size_t>(mark - script.begin()) + 1);
            } else if (!forced) {
                ++next;
            }
            held_.push_back(id);
            if (events.taken() == 0) {
                first = Clock::now();
                summary.first_token_time = since(start);
            }
            if (!events.take(id)) {
                break;
            }
            set(EngineState::writing, static_cast<int>(held_.size()));
        }
        if (events.taken() > 0) {
            summary.decode_time = since(first);
        }
    }
    events.finish(summary);
    set(EngineState::ready, static_cast<int>(held_.size()));
    sink(Finished{summary});
    return summary;
}

Result<int> ByteEngine::count_tokens(const GenerationRequest& request) const {
    return text_->count_tokens(request);
}

EngineStatus ByteEngine::status() const {
    const std::lock_guard lock(mutex_);
    return status_;
}

void ByteEngine::set(EngineState state, int context_used) {
    const std::lock_guard lock(mutex_);
    status_.state = state;
    status_.context_used = context_used;
}

}  // namespace strata::testing
