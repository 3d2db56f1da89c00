#include "cli/synth/vision_plan.h"

#include <string>
#include <string_view>

#include <fmt/format.h>

namespace strata::cli {
namespace {

constexpr std::uint32_t kGgufFloat32 = 6;
constexpr std::uint32_t kGgufArray = 9;

/// A matrix with its bias.
void add_linear(std::vector<TensorPlan>& plan, const std::string& name, std::size_t columns, std::size_t rows,
                float gain) {
    plan.push_back(matrix_plan(name + ".weight", columns, rows, TensorRole::gates, gain));
    plan.push_back(vector_plan(name + ".bias", rows, 0.0F, 0.02F));
}

void add_layer_norm(std::vector<TensorPlan>& plan, const std::string& name, std::size_t size) {
    plan.push_back(vector_plan(name + ".weight", size, 1.0F, 0.05F));
    plan.push_back(vector_plan(name + ".bias", size, 0.0F, 0.02F));
}

void add_patch_embedding(std::vector<TensorPlan>& plan, const VisionShape& vision) {
    const std::size_t patch_values = 3 * vision.patch_size * vision.patch_size;
    for (const char* name : {"v.patch_embd.weight", "v.patch_embd.weight.1"}) {
        TensorPlan slice = matrix_plan(name, patch_values, vision.hidden_size, TensorRole::gates, 0.7F);
        slice.dims = {vision.patch_size, vision.patch_size, 3, vision.hidden_size};
        plan.push_back(slice);
    }
    plan.push_back(vector_plan("v.patch_embd.bias", vision.hidden_size, 0.0F, 0.02F));
    TensorPlan positions{
        "v.position_embd.weight", {vision.hidden_size, vision.grid * vision.grid}, TensorRole::exact, {}};
    positions.rule.spread = 0.3F;
    plan.push_back(positions);
}

void add_floats(GgufWriter& writer, std::string_view key, const std::vector<double>& values) {
    GgufValue value;
    value.type = kGgufArray;
    value.element_type = kGgufFloat32;
    value.value = values;
    writer.add_value(key, value);
}

}  // namespace

std::vector<TensorPlan> vision_plan(const ModelShape& shape) {
    const VisionShape& vision = shape.vision;
    const std::size_t hidden = vision.hidden_size;
    std::vector<TensorPlan> plan;
    add_patch_embedding(plan, vision);
    for (std::size_t layer = 0; layer < vision.layer_count; ++layer) {
        const std::string block = fmt::format("v.blk.{}.", layer);
        add_layer_norm(plan, block + "ln1", hidden);
        add_layer_norm(plan, block + "ln2", hidden);
        add_linear(plan, block + "attn_qkv", hidden, 3 * hidden, 1.0F);
        add_linear(plan, block + "attn_out", hidden, hidden, 0.7F);
        add_linear(plan, block + "ffn_up", hidden, vision.ffn_size, 1.0F);
        add_linear(plan, block + "ffn_down", vision.ffn_size, hidden, 0.5F);
    }
    add_layer_norm(plan, "v.post_ln", hidden);
    const std::size_t joined = hidden * vision.merge * vision.merge;
    add_linear(plan, "mm.0", joined, joined, 1.0F);
    add_linear(plan, "mm.2", joined, shape.config.hidden_size, 1.7F);
    return plan;
}

void add_vision_metadata(GgufWriter& writer, const ModelShape& shape) {
    const VisionShape& vision = shape.vision;
    const auto number = [&](const char* key, std::size_t value) {
        writer.add_u32(std::string("clip.vision.") + key, static_cast<std::uint32_t>(value));
    };
    writer.add_string("general.architecture", "clip");
    writer.add_string("general.type", "mmproj");
    writer.add_string("general.name", shape.config.name + " vision");
    writer.add_bool("clip.has_vision_encoder", true);
    writer.add_string("clip.projector_type", "qwen3vl_merger");
    writer.add_bool("clip.use_gelu", true);
    number("image_size", vision.image_size);
    number("patch_size", vision.patch_size);
    number("embedding_length", vision.hidden_size);
    number("feed_forward_length", vision.ffn_size);
    number("block_count", vision.layer_count);
    number("attention.head_count", vision.head_count);
    number("projection_dim", shape.config.hidden_size);
    number("spatial_merge_size", vision.merge);
    writer.add_f32("clip.vision.attention.layer_norm_epsilon", 1e-6F);
    add_floats(writer, "clip.vision.image_mean", {0.5, 0.5, 0.5});
    add_floats(writer, "clip.vision.image_std", {0.5, 0.5, 0.5});
    writer.add_bools("clip.vision.is_deepstack_layers", std::vector<bool>(vision.layer_count, false));
    writer.add_u32("general.quantization_version", 2);
}

}  // namespace strata::cli
