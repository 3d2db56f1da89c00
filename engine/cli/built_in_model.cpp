#include "cli/built_in_model.h"

#include <array>
#include <system_error>

#include "base/error.h"
#include "cli/path_argument.h"

namespace strata::cli {
namespace {

constexpr const char* kFileName = "strata-mini-q4_k_s.gguf";

}  // namespace

Result<std::filesystem::path> built_in_model(const std::filesystem::path& program_folder) {
    const std::array places = {
        program_folder / "models" / kFileName,
        program_folder.parent_path() / "share" / "strata-desktop" / "models" / kFileName,
        path_from_argument(STRATA_RESOURCES) / "models" / kFileName,
    };
    std::string tried;
    for (const std::filesystem::path& place : places) {
        std::error_code ignored;
        if (std::filesystem::is_regular_file(place, ignored)) {
            return place;
        }
        tried += "\n  " + path_text(place);
    }
    return fail(ErrorCode::not_found, "the built-in model is missing; name one with --model. Looked for" + tried);
}

Result<std::filesystem::path> built_in_model() {
    return built_in_model(program_folder());
}

Result<std::filesystem::path> model_or_built_in(const std::string& typed) {
    if (typed.empty()) {
        return built_in_model();
    }
    return path_from_argument(typed);
}

}  // namespace strata::cli
