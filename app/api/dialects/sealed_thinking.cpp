#include "app/api/dialects/sealed_thinking.h"

#include <limits>

#include "app/api/dialects/base64.h"

namespace strata::app::api {
namespace {

constexpr const char* kMark = "strata-thinking-1:";

}  // namespace

std::string sealThinking(const std::string& thinking) {
    return encodeBase64(kMark + thinking);
}

std::optional<std::string> openThinking(const std::string& sealed) {
    const auto bytes = decodeBase64(sealed, std::numeric_limits<std::size_t>::max());
    if (!bytes || !bytes->starts_with(kMark)) {
        return std::nullopt;
    }
    return bytes->substr(std::string(kMark).size());
}

}  // namespace strata::app::api
