#include "cli/engine_arguments.h"

#include <algorithm>
#include <limits>
#include <map>

#include <CLI/CLI.hpp>

#include "base/error.h"
#include "base/log.h"
#include "cli/built_in_model.h"
#include "cli/path_argument.h"

namespace strata::cli {
namespace {

const std::map<std::string, KvType>& kv_types() {
    static const std::map<std::string, KvType> types = {
        {"f32", KvType::f32}, {"f16", KvType::f16}, {"int8", KvType::int8}};
    return types;
}

const std::map<std::string, CpuChoice>& cpu_choices() {
    static const std::map<std::string, CpuChoice> choices = {{"auto", CpuChoice::automatic},
                                                             {"scalar", CpuChoice::scalar},
                                                             {"avx2", CpuChoice::avx2},
                                                             {"avx2_vnni", CpuChoice::avx2_vnni},
                                                             {"avx512", CpuChoice::avx512},
                                                             {"avx512_amx", CpuChoice::avx512_amx}};
    return choices;
}

const std::map<std::string, ExpertPlacement>& placements() {
    static const std::map<std::string, ExpertPlacement> words = {{"auto", ExpertPlacement::automatic},
                                                                 {"arena", ExpertPlacement::arena},
                                                                 {"mapped", ExpertPlacement::mapped},
                                                                 {"budget", ExpertPlacement::budget}};
    return words;
}

/// Bytes of so many MiB, or the largest number there is.
std::uint64_t mib_bytes(std::uint64_t mib) {
    constexpr std::uint64_t kMiB = std::uint64_t{1} << 20;
    return std::min(mib, std::numeric_limits<std::uint64_t>::max() / kMiB) * kMiB;
}

const std::map<std::string, Thinking>& thinking_words() {
    static const std::map<std::string, Thinking> words = {
        {"off", Thinking::off}, {"low", Thinking::low}, {"medium", Thinking::medium}, {"high", Thinking::high}};
    return words;
}

}  // namespace

void LoadArguments::add_to(CLI::App& command, ContextOption context) {
    command.add_option("--model", model_, "A GGUF file; without it, the built-in practice model");
    if (context == ContextOption::offered) {
        command
            .add_option("--context", options_.context_length,
                        "Longest conversation in tokens; 0: the model's own, at most 32,768")
            ->check(CLI::Range(0, 1 << 30));
    }
    command.add_option("--kv", kv_, "How keys and values are kept: f32, f16 or int8")->check(CLI::IsMember(kv_types()));
    command.add_option("--threads", options_.threads, "Threads that compute; 0: one per physical core")
        ->check(CLI::Range(0, 1024));
    command.add_option("--cpu", cpu_, "Instruction set: auto, scalar, avx2, avx2_vnni, avx512 or avx512_amx")
        ->check(CLI::IsMember(cpu_choices()));
    command.add_option("--chunk", options_.chunk, "Prompt tokens that are read at once")->check(CLI::Range(1, 8192));
    add_expert_options(command);
}

void LoadArguments::add_expert_options(CLI::App& command) {
    command
        .add_option("--experts", experts_,
                    "Where experts lie: arena (all in memory), mapped (in the file), budget (some in memory) or auto")
        ->check(CLI::IsMember(placements()));
    command.add_option("--expert-budget-mib", expert_budget_mib_, "MiB of memory for experts, with --experts budget")
        ->check(CLI::PositiveNumber);
    command
        .add_option("--memory-budget-mib", memory_budget_mib_,
                    "MiB of memory for everything but parked conversations; unset: what is free")
        ->check(CLI::PositiveNumber);
    command.add_flag("--no-prefetch", no_prefetch_, "Do not read experts before they are needed");
    command.add_option("--io-threads", options_.io_threads, "Threads that read experts, 1 to 8; 0: what suits")
        ->check(CLI::Range(0, 8));
    command.add_option("--expert-profile", profile_, "Remember in this file which experts were used most");
}

Result<LoadOptions> LoadArguments::options() const {
    LoadOptions options = options_;
    STRATA_TRY(options.model, model_or_built_in(model_));
    options.kv_type = kv_types().at(kv_);
    options.cpu = cpu_choices().at(cpu_);
    options.experts = placements().at(experts_);
    if (expert_budget_mib_) {
        options.expert_budget_bytes = mib_bytes(*expert_budget_mib_);
    }
    if (memory_budget_mib_) {
        options.memory_budget_bytes = mib_bytes(*memory_budget_mib_);
    }
    options.expert_prefetch = !no_prefetch_;
    options.expert_profile = path_from_argument(profile_);
    return options;
}

void ConversationArguments::add_to(CLI::App& command) {
    command.add_option("--conversation-folder", folder_,
                       "Park conversations in this folder, and take them up from there");
    command.add_option("--conversation", id_, "Name of the conversation, for parking it on disk")
        ->check([](const std::string& id) { return id.size() <= 256 ? "" : "a name has at most 256 bytes"; });
    command
        .add_option("--checkpoints", limits_.checkpoints, "Points to go back to that are kept; 0: none, and no parking")
        ->check(CLI::Range(0, 64));
    command
        .add_option("--checkpoint-spacing", limits_.checkpoint_spacing,
                    "Fresh prompt tokens between two of them; 0: only at turns")
        ->check(CLI::Range(0, 1 << 30));
    command
        .add_option(
            "--short-read", limits_.short_read,
            "Parts of a prompt up to so many tokens go through decode windows; 0: none, -1: what is quicker here")
        ->check(CLI::Range(-1, 8192));
    command.add_option("--memory-parking", memory_mib_, "MiB for conversations parked in memory; 0: none")
        ->check(CLI::NonNegativeNumber);
    command.add_option("--disk-parking", disk_mib_, "MiB for conversations parked on disk; 0: none")
        ->check(CLI::NonNegativeNumber);
    command.add_flag("--reread", reread_, "Read again instead of restoring, for comparing both");
}

void ConversationArguments::fill(LoadOptions& options) const {
    options.limits = limits_;
    if (memory_mib_) {
        options.limits.memory_parking_bytes = mib_bytes(*memory_mib_);
    }
    if (disk_mib_) {
        options.limits.disk_parking_bytes = mib_bytes(*disk_mib_);
    }
    options.conversation_folder = path_from_argument(folder_);
    options.log = stderr_log(LogLevel::warning);
    options.resume = reread_ ? ResumeMode::reread : ResumeMode::restore;
}

void AnswerArguments::add_to(CLI::App& command) {
    command.add_option("--think,--thinking", thinking_, "How much to think before answering: off, low, medium or high")
        ->check(CLI::IsMember(thinking_words()));
    command.add_option("--max-tokens", limits_.max_tokens,
                       "Longest answer in tokens; 0: what the context has room for");
    command.add_option("--thinking-budget", limits_.thinking_budget, "Longest thinking in tokens; below 0: no limit");
    command.add_option("--stop", limits_.stop, "A text that ends the answer; may be given several times")
        ->expected(1)
        ->take_all();
    command.add_option("--seed", sampling_.seed, "The same seed and prompt give the same answer");
    CLI::Option* greedy = command.add_flag("--greedy", greedy_, "Always take the likeliest token");
    command.add_option("--temperature", temperature_, "Spread of the choice; 0: as --greedy")->excludes(greedy);
    command.add_option("--top-k", top_k_, "Choose among so many tokens; 0: all");
    command.add_option("--top-p", top_p_, "Choose among the likeliest tokens that have this share together");
    command.add_option("--min-p", min_p_, "Leave out tokens less likely than this share of the likeliest");
    command.add_option("--presence-penalty", presence_penalty_, "Taken off tokens that occurred");
    command.add_option("--frequency-penalty", frequency_penalty_, "Taken off for each time a token occurred");
    command.add_option("--repetition-penalty", repetition_penalty_,
                       "Divides the scores of tokens that occurred; 1: off");
    command.add_option("--penalty-last-n", sampling_.penalty_last_n, "Tokens that the penalties look back at; -1: all")
        ->check(CLI::Range(-1, 1 << 30));
}

GenerationRequest AnswerArguments::request(const LoadArguments& load) const {
    GenerationRequest request;
    request.thinking = thinking_words().at(thinking_);
    request.limits = limits_;
    SamplingOptions& sampling = request.sampling;
    const bool greedy = greedy_ || load.uses_built_in();
    sampling = greedy ? SamplingOptions::greedy() : SamplingOptions::for_thinking(request.thinking);
    sampling.seed = sampling_.seed;
    sampling.penalty_last_n = sampling_.penalty_last_n;
    sampling.temperature = temperature_.value_or(sampling.temperature);
    sampling.top_k = top_k_.value_or(sampling.top_k);
    sampling.top_p = top_p_.value_or(sampling.top_p);
    sampling.min_p = min_p_.value_or(sampling.min_p);
    sampling.presence_penalty = presence_penalty_.value_or(sampling.presence_penalty);
    sampling.frequency_penalty = frequency_penalty_.value_or(sampling.frequency_penalty);
    sampling.repetition_penalty = repetition_penalty_.value_or(sampling.repetition_penalty);
    return request;
}

}  // namespace strata::cli
