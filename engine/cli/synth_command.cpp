#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "base/error.h"
#include "cli/command.h"
#include "cli/path_argument.h"
#include "cli/synth/model_plan.h"
#include "cli/synth/model_shape.h"
#include "cli/synth/type_choice.h"
#include "cli/synth/vision_plan.h"
#include "cli/synth/write_model.h"
#include "cli/value_text.h"

namespace strata::cli {
namespace {

struct SynthOptions {
    std::string out, preset, types;
    std::uint64_t seed = 1;
    bool draft = false, vision = false, dry_run = false;
};

/// Small models keep every bit; large ones take the types of files in use.
TypeChoice default_types(SynthPreset preset) {
    if (preset == SynthPreset::tiny) {
        return {};
    }
    return {.hyper = QuantType::BF16,
            .dense = QuantType::Q8_0,
            .experts = QuantType::Q4_K,
            .down = QuantType::Q4_K,
            .embed = QuantType::Q8_0,
            .head = QuantType::Q6_K,
            .ngram = QuantType::IQ4_NL};
}

/// One file to be written.
struct SynthFile {
    std::filesystem::path path;
    std::vector<TensorPlan> plan;
    std::uint64_t bytes = 0;  ///< of tensors and, generously, of everything else
};

SynthFile plan_file(std::filesystem::path path, std::vector<TensorPlan> plan, const TypeChoice& types,
                    std::size_t vocab_size) {
    constexpr std::uint64_t kBytesPerToken = 64;  // spelling, kind and merge with their lengths
    constexpr std::uint64_t kMetadataBytes = 1 << 20;
    const std::uint64_t bytes = planned_bytes(plan, types) + kBytesPerToken * vocab_size + kMetadataBytes;
    return {std::move(path), std::move(plan), bytes};
}

std::filesystem::path vision_path(const std::filesystem::path& model) {
    std::filesystem::path path = model;
    path.replace_filename(path_from_argument(path_text(model.stem()) + "-mmproj.gguf"));
    return path;
}

std::string summary(const SynthFile& file) {
    std::uint64_t values = 0;
    for (const TensorPlan& tensor : file.plan) {
        values += tensor.dims[0] * tensor.rows();
    }
    return fmt::format("{}: {} tensors, {} weights, at most {}\n", path_text(file.path), file.plan.size(),
                       grouped(values), size_text(file.bytes));
}

Result<void> synth(const SynthOptions& options, Output& out) {
    const SynthPreset preset = parse_preset(options.preset).value_or(SynthPreset::tiny);
    TypeChoice types = default_types(preset);
    if (!options.types.empty()) {
        STRATA_TRY(types, parse_types(options.types, types));
    }
    const ModelShape shape = model_shape(preset);
    const DraftLayer draft = options.draft ? DraftLayer::with : DraftLayer::without;
    const std::filesystem::path path = path_from_argument(options.out);
    const SynthFile model = plan_file(path, model_plan(shape, draft), types, shape.config.vocab_size);
    SynthFile vision;
    out.write(summary(model));
    if (options.vision) {
        vision = plan_file(vision_path(path), vision_plan(shape), types, 0);
        out.write(summary(vision));
    }
    STRATA_CHECK(check_room(path, model.bytes + vision.bytes));
    if (options.dry_run) {
        return {};
    }
    out.flush();
    GgufWriter writer;
    add_model_metadata(writer, shape, draft, options.seed);
    STRATA_CHECK(write_tensors(writer, model.plan, types, options.seed, model.path));
    if (options.vision) {
        GgufWriter vision_writer;
        add_vision_metadata(vision_writer, shape);
        STRATA_CHECK(write_tensors(vision_writer, vision.plan, types, options.seed, vision.path));
    }
    return {};
}

}  // namespace

void add_synth(CLI::App& program, Work& chosen) {
    auto options = std::make_shared<SynthOptions>();
    CLI::App* command =
        program.add_subcommand("synth", "Write a model with random weights, for tests and measurements");
    command->add_option("--out", options->out, "The GGUF file to write")->required();
    command
        ->add_option(
            "--preset", options->preset,
            "tiny (8 layers of 128), slice (the released widths, 4 layers), mid (half of them, 8 layers) or full")
        ->required()
        ->check(CLI::IsMember({"tiny", "slice", "mid", "full"}));
    command
        ->add_option(
            "--types", options->types,
            "Storage types: one for all, as in Q4_K, or experts=IQ2_XS,down=Q2_0,dense=Q8_0,hyper=BF16,embed=Q4_K,"
            "head=Q6_K,ngram=IQ4_NL; without it F32 for tiny, a usual mix for the others")
        ->check([](const std::string& typed) {
            const auto types = parse_types(typed, {});
            return types ? std::string() : types.error().message;
        });
    command->add_option("--seed", options->seed, "The same seed gives the same file (1 without it)");
    command->add_flag("--mtp", options->draft, "Add a draft layer behind the model's own");
    command->add_flag("--vision", options->vision, "Write a vision tower beside it, <out>-mmproj.gguf");
    command->add_flag("--dry-run", options->dry_run, "Only say what would be written and whether there is room");
    command->callback([&chosen, options] { chosen = [options](Output& out) { return synth(*options, out); }; });
}

}  // namespace strata::cli
