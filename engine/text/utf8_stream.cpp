#include "text/utf8_stream.h"

#include <utility>

#include "text/utf8.h"

namespace strata {

std::string Utf8Stream::feed(std::string_view bytes) {
    pending_.append(bytes);
    std::string text;
    text.reserve(pending_.size());
    std::string_view rest = pending_;
    while (!rest.empty()) {
        const Utf8Unit unit = next_utf8(rest);
        if (unit.status == Utf8Status::unfinished) {
            break;
        }
        append_utf8(text, unit.code_point);
        rest.remove_prefix(unit.length);
    }
    pending_.erase(0, pending_.size() - rest.size());
    return text;
}

std::string Utf8Stream::finish() {
    // What is held is at most one unfinished character.
    return std::exchange(pending_, {}).empty() ? std::string() : std::string("\xEF\xBF\xBD");
}

}  // namespace strata
