// What taking up a conversation costs: switching in memory, coming back from disk after a restart, and the delay that
// parking adds to a request. One JSON object per line.
//
//   conversation_bench MODEL.gguf FOLDER [TOKENS]
//
// FOLDER is emptied. TOKENS: length of the conversations, 4096 if not given.

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "strata/engine.h"

using namespace strata;

namespace {

constexpr int kRounds = 5;

double ms(std::chrono::microseconds time) {
    return static_cast<double>(time.count()) / 1e3;
}

double median(std::vector<double> values) {
    std::ranges::sort(values);
    return values[values.size() / 2];
}

[[noreturn]] void give_up(const Error& error) {
    std::fprintf(stderr, "%s\n", error.message.c_str());
    std::exit(1);
}

std::unique_ptr<Engine> load(const char* model, const std::filesystem::path& folder) {
    LoadOptions options;
    options.model = model;
    options.conversation_folder = folder;
    options.limits.memory_parking_bytes = std::uint64_t{8} << 30;
    options.limits.minimum_free_memory = 0;
    auto engine = Engine::load(options, {});
    if (!engine) {
        give_up(engine.error());
    }
    return std::move(*engine);
}

// A raw prompt of about so many tokens that begins like no other one.
std::string text_of(const Engine& engine, const std::string& name, int tokens) {
    GenerationRequest request;
    std::string text = "<|im_start|>user\n" + name;
    for (int i = 0;; ++i) {
        text += " number " + std::to_string(i) + " of " + name + ",";
        request.raw_prompt = text;
        if (i % 64 == 0 && engine.count_tokens(request).value_or(tokens) >= tokens) {
            return text + "<|im_end|>\n<|im_start|>assistant\n";
        }
    }
}

/// Goes on with one conversation: the prompt is what was there, the answer and one more turn.
class Chat {
public:
    Chat(ConversationId id, std::string prompt) : id_(std::move(id)), prompt_(std::move(prompt)) {}

    GenerationSummary ask(Engine& engine) {
        GenerationRequest request;
        request.conversation = id_;
        request.raw_prompt = prompt_;
        request.sampling = SamplingOptions::greedy();
        request.limits.max_tokens = 4;
        std::string answer;
        const auto summary = engine.generate(request,
                                             [&](const EngineEvent& event) {
                                                 if (const auto* text = std::get_if<TextDelta>(&event)) {
                                                     answer += text->text;
                                                 }
                                             },
                                             {});
        if (!summary) {
            give_up(summary.error());
        }
        prompt_ += answer;
        prompt_ += "<|im_end|>\n<|im_start|>user\nAnd then?<|im_end|>\n<|im_start|>assistant\n";
        return *summary;
    }

private:
    ConversationId id_;
    std::string prompt_;
};

void report(const char* what, const std::vector<GenerationSummary>& summaries) {
    std::vector<double> restore, park, first;
    for (const GenerationSummary& summary : summaries) {
        restore.push_back(ms(summary.restore_time));
        park.push_back(ms(summary.park_time));
        first.push_back(ms(summary.first_token_time));
    }
    const GenerationSummary& last = summaries.back();
    std::printf(
        "{\"bench\": \"%s\", \"prompt_tokens\": %d, \"reused_tokens\": %d, \"source\": %d, \"restored_bytes\": %llu, "
        "\"restore_ms\": %.3f, \"park_ms\": %.3f, \"first_token_ms\": %.1f}\n",
        what, last.prompt_tokens, last.reused_tokens, static_cast<int>(last.source),
        static_cast<unsigned long long>(last.restored_bytes), median(restore), median(park), median(first));
    std::fflush(stdout);
}

std::vector<GenerationSummary> alternate(Engine& engine, Chat& left, Chat& right) {
    std::vector<GenerationSummary> summaries;
    for (int round = 0; round < kRounds; ++round) {
        summaries.push_back(left.ask(engine));
        summaries.push_back(right.ask(engine));
    }
    return summaries;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 3) {
        std::fprintf(stderr, "conversation_bench MODEL.gguf FOLDER [TOKENS]\n");
        return 2;
    }
    const std::filesystem::path folder = argv[2];
    const int tokens = argc > 3 ? std::atoi(argv[3]) : 4096;
    std::error_code ignored;
    std::filesystem::remove_all(folder, ignored);
    auto engine = load(argv[1], folder);
    Chat left("left", text_of(*engine, "left", tokens)), right("right", text_of(*engine, "right", tokens));
    Chat side_left("", text_of(*engine, "one", tokens)), side_right("", text_of(*engine, "two", tokens));

    const GenerationSummary cold = left.ask(*engine);
    report("read", {cold});
    right.ask(*engine);
    report("switch, with ids", alternate(*engine, left, right));
    side_left.ask(*engine);
    side_right.ask(*engine);
    report("switch, without ids", alternate(*engine, side_left, side_right));
    const EngineStatus status = engine->status();
    std::printf("{\"bench\": \"files\", \"written_bytes\": %llu, \"kept_bytes\": %llu, \"write_ms\": %.1f}\n",
                static_cast<unsigned long long>(status.counters.disk_written_bytes),
                static_cast<unsigned long long>(status.counters.disk_kept_bytes),
                static_cast<double>(status.counters.disk_write_microseconds) / 1e3);

    std::vector<GenerationSummary> back;
    for (int round = 0; round < kRounds; ++round) {
        engine.reset();
        engine = load(argv[1], folder);
        back.push_back(left.ask(*engine));
    }
    report("back from disk", back);
    // Reading so many tokens again takes as long as reading them did.
    std::vector<double> restore;
    for (const GenerationSummary& summary : back) {
        restore.push_back(ms(summary.restore_time));
    }
    std::printf("{\"bench\": \"read again over restore\", \"ratio\": %.1f}\n", ms(cold.prompt_time) / median(restore));
    return 0;
}
