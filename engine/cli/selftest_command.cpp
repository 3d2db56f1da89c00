#include <fmt/format.h>

#include <algorithm>
#include <CLI/CLI.hpp>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "base/error.h"
#include "cli/answer.h"
#include "cli/command.h"
#include "cli/engine_arguments.h"
#include "generation/random.h"
#include "gguf/quant_type.h"
#include "kernels/cpu_kernels.h"
#include "model/linear.h"
#include "strata/engine.h"

namespace strata::cli {
namespace {

constexpr std::size_t kColumns = 2560, kRows = 24, kInputs = 5;
// Largest difference of two kernels, as a share of the sum of absolute products: float rounding only.
constexpr double kTolerance = 1e-5;

/// A question whose answer the built-in model gives the same on every instruction set.
struct StoredAnswer {
    const char* question;
    const char* answer;
};
constexpr StoredAnswer kStoredAnswers[] = {
    {"What is the capital of France?", "The capital of France is Paris."},
    {"How much is 34 + 9?", "34 + 9 = 43."},
};

struct SelftestOptions {
    LoadArguments load;
};

std::vector<float> made_up_values(std::size_t count, std::uint64_t seed) {
    std::vector<float> values(count);
    for (std::size_t i = 0; i < count; ++i) {
        values[i] = static_cast<float>(uniform_at(seed, i) * 2.0 - 1.0);
    }
    return values;
}

Result<std::vector<float>> product(const CpuKernels& kernels, const WeightMatrix& w, const std::vector<float>& inputs) {
    WorkerPool pool(1);
    const Compute compute{&kernels, &pool};
    STRATA_TRY(LinearInput input, LinearInput::create(kInputs, kColumns));
    input.set({inputs.data(), kInputs, kColumns, kColumns});
    std::vector<float> out(kInputs * kRows);
    multiply(compute, w, input, {out.data(), kInputs, kRows, kRows});
    return out;
}

// Compares a type's kernel with the plain one. Skips types that no encoder here can make rows of.
Result<bool> check_type(QuantType type, const CpuKernels& kernels, Output& out) {
    const std::vector<float> weights = made_up_values(kRows * kColumns, 1);
    const std::vector<float> inputs = made_up_values(kInputs * kColumns, 2);
    std::vector<std::byte> bytes(kRows * row_bytes(type, kColumns));
    std::vector<float> decoded(kRows * kColumns);
    for (std::size_t row = 0; row < kRows; ++row) {
        const auto stored = std::span(bytes).subspan(row * row_bytes(type, kColumns), row_bytes(type, kColumns));
        if (!quantize_row(type, std::span(weights).subspan(row * kColumns, kColumns), stored)) {
            return true;
        }
        dequantize_row(type, stored, std::span(decoded).subspan(row * kColumns, kColumns));
    }
    const WeightMatrix w{type, bytes.data(), row_bytes(type, kColumns), kRows, kColumns};
    STRATA_TRY(const std::vector<float> got, product(kernels, w, inputs));
    STRATA_TRY(const std::vector<float> wanted, product(select_kernels(CpuLevel::scalar), w, inputs));
    double worst = 0.0;
    for (std::size_t input = 0; input < kInputs; ++input) {
        for (std::size_t row = 0; row < kRows; ++row) {
            double size = 0.0;
            for (std::size_t c = 0; c < kColumns; ++c) {
                size += std::fabs(static_cast<double>(decoded[row * kColumns + c]) * inputs[input * kColumns + c]);
            }
            const double difference =
                std::fabs(static_cast<double>(got[input * kRows + row]) - wanted[input * kRows + row]);
            worst = std::max(worst, std::isnan(difference) ? INFINITY : difference / std::max(size, 1e-30));
        }
    }
    const bool right = worst <= kTolerance;
    out.write(fmt::format("{} kernel {:<8} {}: differs by {:.1e}, allowed {:.0e}\n", right ? "PASS" : "FAIL",
                          quant_type_info(type).name, to_string(kernels.level), worst, kTolerance));
    return right;
}

Result<bool> check_answers(const LoadOptions& load, Output& out) {
    STRATA_TRY(const std::unique_ptr<Engine> engine, Engine::load(load, {}));
    bool all = true;
    for (const StoredAnswer& stored : kStoredAnswers) {
        GenerationRequest request;
        request.messages = {message_from(Role::user, stored.question)};
        request.sampling = SamplingOptions::greedy();
        request.limits.max_tokens = 64;
        STRATA_TRY(const Answer answer, ask(*engine, request, Show::nothing, out));
        const bool right = answer.text == stored.answer;
        out.write(
            fmt::format("{} model: \"{}\" gives \"{}\"\n", right ? "PASS" : "FAIL", stored.question, answer.text));
        all = all && right;
    }
    return all;
}

Result<void> run(const SelftestOptions& options, Output& out) {
    STRATA_TRY(const LoadOptions load, options.load.options());
    STRATA_TRY(const CpuLevel level, choose_cpu_level(load.cpu, detect_cpu_features()));
    bool all = true;
    for (std::uint32_t id = 0; id < kQuantTypeCount; ++id) {
        const QuantTypeInfo* info = find_quant_type(id);
        if (info != nullptr && info->is_weight) {
            STRATA_TRY(const bool right, check_type(info->type, select_kernels(level), out));
            all = all && right;
        }
    }
    STRATA_TRY(const bool answers, check_answers(load, out));
    if (!all || !answers) {
        return fail(ErrorCode::internal, "this machine computes something else than it should");
    }
    out.write("Everything is as it should be.\n");
    return {};
}

}  // namespace

void add_selftest(CLI::App& program, Work& chosen) {
    auto options = std::make_shared<SelftestOptions>();
    CLI::App* command =
        program.add_subcommand("selftest", "Check this machine's kernels and the built-in model's answers");
    options->load.add_to(*command);
    command->callback([&chosen, options] { chosen = [options](Output& out) { return run(*options, out); }; });
}

}  // namespace strata::cli
