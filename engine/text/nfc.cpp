#include "text/nfc.h"

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include <utf8proc.h>

#include "base/assert.h"
#include "text/utf8.h"

namespace strata {
namespace {

using CodePoints = std::vector<utf8proc_int32_t>;

/// Below this code point nothing changes under NFC unless something at or above it follows.
constexpr char32_t kFirstThatComposes = 0x300;

/// U+11A7 has the place before the first trailing consonant in the Hangul formula. It is a letter of its own that never
/// composes with what stands before it, but utf8proc 2.8 takes it for "no trailing consonant" and drops it.
constexpr utf8proc_int32_t kBeforeFirstTrailingConsonant = 0x11A7;

constexpr auto kDecompose = static_cast<utf8proc_option_t>(UTF8PROC_DECOMPOSE | UTF8PROC_STABLE);
constexpr auto kCompose = static_cast<utf8proc_option_t>(UTF8PROC_COMPOSE | UTF8PROC_STABLE);

int combining_class(utf8proc_int32_t code_point) {
    return utf8proc_get_property(code_point)->combining_class;
}

void append_decomposed(CodePoints& points, char32_t code_point) {
    // The longest canonical decomposition has four code points.
    std::array<utf8proc_int32_t, 8> parts{};
    int boundary_class = 0;
    const utf8proc_ssize_t count = utf8proc_decompose_char(static_cast<utf8proc_int32_t>(code_point), parts.data(),
                                                           parts.size(), kDecompose, &boundary_class);
    STRATA_ASSERT(count >= 0 && count <= static_cast<utf8proc_ssize_t>(parts.size()), "a decomposition fits");
    points.insert(points.end(), parts.begin(), parts.begin() + count);
}

/// Sorts every run of combining marks by class, equal ones as they stand. (utf8proc would do this with an insertion
/// sort; a text of a million marks would take hours.)
void order_marks(CodePoints& points) {
    auto begin = points.begin();
    while (begin != points.end()) {
        if (combining_class(*begin) == 0) {
            ++begin;
            continue;
        }
        const auto end = std::find_if(begin, points.end(), [](auto point) { return combining_class(point) == 0; });
        std::stable_sort(begin, end, [](auto a, auto b) { return combining_class(a) < combining_class(b); });
        begin = end;
    }
}

/// Composes decomposed, ordered code points and adds them to `out`; pieces must begin where nothing composes backwards.
void append_composed(std::string& out, std::span<utf8proc_int32_t> points) {
    const utf8proc_ssize_t length =
        utf8proc_normalize_utf32(points.data(), static_cast<utf8proc_ssize_t>(points.size()), kCompose);
    STRATA_ASSERT(length >= 0, "composing code points cannot fail");
    for (const auto point : points.first(static_cast<std::size_t>(length))) {
        append_utf8(out, static_cast<char32_t>(point));
    }
}

void append_nfc(std::string& out, std::string_view valid) {
    CodePoints points;
    points.reserve(valid.size());
    while (!valid.empty()) {
        const Utf8Unit unit = next_utf8(valid);
        append_decomposed(points, unit.code_point);
        valid.remove_prefix(unit.length);
    }
    order_marks(points);
    auto begin = points.begin();
    while (begin != points.end()) {
        const auto end = std::find(begin + 1, points.end(), kBeforeFirstTrailingConsonant);
        append_composed(out, {begin, end});
        begin = end;
    }
}

}  // namespace

std::string compose_nfc(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    std::size_t run_begin = 0;  // of the valid run that position is in
    bool may_change = false;
    const auto end_run = [&](std::size_t end) {
        const std::string_view run = text.substr(run_begin, end - run_begin);
        if (may_change) {
            append_nfc(out, run);
        } else {
            out.append(run);
        }
        may_change = false;
    };
    std::size_t position = 0;
    while (position < text.size()) {
        const Utf8Unit unit = next_utf8(text.substr(position));
        if (unit.status == Utf8Status::character) {
            may_change = may_change || unit.code_point >= kFirstThatComposes;
        } else {
            end_run(position);
            out.append(text.substr(position, unit.length));
            run_begin = position + unit.length;
        }
        position += unit.length;
    }
    end_run(text.size());
    return out;
}

}  // namespace strata
