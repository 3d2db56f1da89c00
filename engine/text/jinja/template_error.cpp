#include "text/jinja/template_error.h"

#include <fmt/format.h>

#include "text/jinja/limits.h"

namespace strata::jinja {
namespace {

bool continues_character(char byte) {
    return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;
}

}  // namespace

tl::unexpected<Error> template_error(int line, std::string_view what) {
    if (what.size() <= kMaxErrorBytes) {
        return fail(ErrorCode::bad_template, fmt::format("chat template line {}: {}", line, what));
    }
    std::size_t end = kMaxErrorBytes;
    while (end > 0 && continues_character(what[end])) {
        --end;
    }
    return fail(ErrorCode::bad_template, fmt::format("chat template line {}: {}...", line, what.substr(0, end)));
}

}  // namespace strata::jinja
