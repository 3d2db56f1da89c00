#include "ui/dialogs/third_parts.h"

#include <array>

namespace strata::ui {
namespace {

constexpr std::array kParts{
    ThirdPart{"Qt 6", "LGPL-3.0", "https://www.qt.io/licensing/open-source-lgpl-obligations"},
    ThirdPart{"SQLite", "public domain", "https://sqlite.org/copyright.html"},
    ThirdPart{"libwebp", "BSD-3-Clause", "https://chromium.googlesource.com/webm/libwebp/"},
    ThirdPart{"QtKeychain", "BSD-3-Clause", "https://github.com/frankosterfeld/qtkeychain"},
    ThirdPart{"tl::expected", "CC0-1.0", "https://github.com/TartanLlama/expected"},
    ThirdPart{"{fmt}", "MIT", "https://fmt.dev"},
    ThirdPart{"JSON for Modern C++", "MIT", "https://json.nlohmann.me"},
    ThirdPart{"Boost", "BSL-1.0", "https://www.boost.org"},
    ThirdPart{"RE2", "BSD-3-Clause", "https://github.com/google/re2"},
    ThirdPart{"xxHash", "BSD-2-Clause", "https://xxhash.com"},
    ThirdPart{"utf8proc", "MIT", "https://juliastrings.github.io/utf8proc/"},
    ThirdPart{"OpenSSL (libcrypto)", "Apache-2.0", "https://www.openssl.org"},
    ThirdPart{"CLI11", "BSD-3-Clause", "https://github.com/CLIUtils/CLI11"},
};

}  // namespace

std::span<const ThirdPart> thirdParts() {
    return kParts;
}

}  // namespace strata::ui
