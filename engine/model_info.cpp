#include "strata/model_info.h"

#include <fmt/format.h>

#include "base/error.h"
#include "gguf/gguf_file.h"
#include "model/model.h"

namespace strata {
namespace {

std::string parameters_in_words(std::uint64_t count) {
    const double number = static_cast<double>(count);
    return count >= 1'000'000'000 ? fmt::format("{:.1f} billion parameters", number / 1e9)
                                  : fmt::format("{:.1f} million parameters", number / 1e6);
}

std::string text_of(const GgufFile& file, std::string_view key) {
    const GgufValue* value = file.find(key);
    return value == nullptr || value->as_string() == nullptr ? std::string() : printable(*value->as_string());
}

}  // namespace

Result<ModelInfo> read_model_info(const std::filesystem::path& path) {
    STRATA_TRY(const GgufFile file, GgufFile::open(path));
    ModelInfo info;
    info.name = text_of(file, "general.name");
    if (info.name.empty()) {
        info.name = printable(path.stem().string());
    }
    info.architecture = text_of(file, "general.architecture");
    info.file_bytes = file.total_bytes();
    for (const TensorInfo& tensor : file.tensors()) {
        info.parameter_count += tensor.value_count();
    }
    info.size_label = parameters_in_words(info.parameter_count);
    const auto model = Model::open(file);
    info.supported = model.has_value();
    if (!model) {
        info.why_not = model.error().message;
        return info;
    }
    const ModelConfig& config = (*model)->config();
    info.context_length = static_cast<int>(config.context_length);
    info.layer_count = static_cast<int>(config.layer_count);
    info.expert_count = static_cast<int>(config.expert_count);
    info.has_draft_layer = config.draft_layer_count > 0;
    return info;
}

}  // namespace strata
