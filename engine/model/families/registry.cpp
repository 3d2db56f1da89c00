#include <fmt/format.h>

#include <string_view>

#include "base/error.h"
#include "model/families/qwen4exp/qwen4exp_model.h"
#include "model/model.h"

namespace strata {
namespace {

struct Family {
    std::string_view architecture;
    Result<std::unique_ptr<Model>> (*open)(const GgufFile& file);
};

constexpr Family kFamilies[] = {
    {"qwen4exp", qwen4exp::open_model},
};

}  // namespace

Result<std::unique_ptr<Model>> Model::open(const GgufFile& file) {
    const GgufValue* value = file.find("general.architecture");
    const std::string* architecture = value == nullptr ? nullptr : value->as_string();
    const std::string name = printable(file.path().filename().string());
    if (architecture == nullptr) {
        return fail(ErrorCode::bad_file,
                    fmt::format("{}: {}: general.architecture is missing", name, to_string(GgufFault::bad_model)));
    }
    for (const Family& family : kFamilies) {
        if (family.architecture == *architecture) {
            return family.open(file);
        }
    }
    return fail(ErrorCode::unsupported_format,
                fmt::format("{}: is a model of the kind \"{}\"; this program runs models of the kind \"{}\"", name,
                            printable(*architecture), kFamilies[0].architecture));
}

}  // namespace strata
