#include "text/jinja/text_operations.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "base/error.h"
#include "text/jinja/limits.h"
#include "text/jinja/text_search.h"

namespace strata::jinja {
namespace {

constexpr std::size_t kNone = std::string_view::npos;

std::size_t cuts_allowed(std::int64_t most) {
    return most < 0 ? std::numeric_limits<std::size_t>::max() : static_cast<std::size_t>(most);
}

/// Pays for a search of `searched` bytes for `what`, and for the table that a search for a long text makes.
Result<void> pay_for_search(RenderContext& context, std::size_t searched, std::string_view what) {
    if (what.size() > kShortSearch) {
        STRATA_CHECK(context.spend_text(what.size() * sizeof(std::uint32_t)));
    }
    return context.spend_work(searched + what.size());
}

Result<std::size_t> find_from_end(RenderContext& context, std::string_view text, std::string_view what,
                                  std::size_t end) {
    const std::size_t found = find_backwards(text, what, end);
    STRATA_CHECK(pay_for_search(context, end - (found == kNone ? 0 : found), what));
    return found;
}

bool is_in(std::string_view characters, std::string_view one) {
    for (std::size_t at = 0; at < characters.size();) {
        const std::size_t length = character_at(characters, at).length;
        if (characters.substr(at, length) == one) {
            return true;
        }
        at += length;
    }
    return false;
}

/// Whether strip takes this character.
Result<bool> is_stripped(RenderContext& context, std::string_view bytes, Character character,
                         std::optional<std::string_view> characters) {
    STRATA_CHECK(context.spend_work(characters ? characters->size() + 1 : 1));
    return characters ? is_in(*characters, bytes) : is_space(character);
}

/// Length of the line break that begins at `at`, 0 if none does.
std::size_t line_break_at(std::string_view text, std::size_t at) {
    const Character character = character_at(text, at);
    const char32_t c = character.code_point;
    if (c == '\r' && text.substr(at + 1, 1) == "\n") {
        return 2;
    }
    const bool breaks = character.valid && ((c >= 0x0A && c <= 0x0D) || (c >= 0x1C && c <= 0x1E) || c == 0x85 ||
                                            c == 0x2028 || c == 0x2029);
    return breaks ? character.length : 0;
}

std::size_t end_of_space(std::string_view text, std::size_t at) {
    return text.size() - without_space_at_start(text.substr(at)).size();
}

std::size_t end_of_word(std::string_view text, std::size_t at) {
    while (at < text.size() && !is_space(character_at(text, at))) {
        at += character_at(text, at).length;
    }
    return at;
}

Result<std::vector<Text>> split_at_space_from_start(RenderContext& context, const Text& text, std::size_t cuts) {
    std::vector<Text> pieces;
    for (std::size_t at = end_of_space(text.bytes(), 0); at < text.size();) {
        STRATA_CHECK(context.spend(1));
        const bool last = pieces.size() == cuts;
        const std::size_t end = last ? text.size() : end_of_word(text.bytes(), at);
        pieces.push_back(text.slice(at, end));
        at = end_of_space(text.bytes(), end);
    }
    return pieces;
}

Result<std::vector<Text>> split_at_space_from_end(RenderContext& context, const Text& text, std::size_t cuts) {
    std::vector<Text> pieces;
    std::size_t end = without_space_at_end(text.bytes()).size();
    while (end > 0) {
        STRATA_CHECK(context.spend(1));
        std::size_t begin = end;
        while (begin > 0 && !is_space(character_before(text.bytes(), begin))) {
            begin -= character_before(text.bytes(), begin).length;
        }
        if (pieces.size() == cuts) {
            begin = 0;
        }
        pieces.push_back(text.slice(begin, end));
        end = pieces.size() > cuts ? 0 : without_space_at_end(text.bytes().substr(0, begin)).size();
    }
    std::reverse(pieces.begin(), pieces.end());
    return pieces;
}

/// Where the next replacement begins, from `at` on; npos: nowhere.
Result<std::size_t> next_match(RenderContext& context, std::string_view text, std::string_view what, std::size_t at) {
    if (!what.empty()) {
        return find_text(context, text, what, at);
    }
    return at <= text.size() ? at : kNone;
}

}  // namespace

Result<void> TextBuilder::append(const Text& part) {
    STRATA_CHECK(context_.spend_text(part.size()));
    if (part.size() > kMaxTextBytes - built_.text.size()) {
        return context_.error("a text grows too large");
    }
    part.append_to(built_);
    return {};
}

Result<void> TextBuilder::append(std::string_view bytes, Origin origin) {
    STRATA_CHECK(context_.spend_text(bytes.size()));
    if (bytes.size() > kMaxTextBytes - built_.text.size()) {
        return context_.error("a text grows too large");
    }
    strata::jinja::append(built_, bytes, origin);
    return {};
}

Result<Text> concatenate(RenderContext& context, std::span<const Text> parts) {
    const auto not_empty = [](const Text& part) { return !part.empty(); };
    if (std::count_if(parts.begin(), parts.end(), not_empty) == 1) {
        return *std::find_if(parts.begin(), parts.end(), not_empty);
    }
    TextBuilder builder(context);
    for (const Text& part : parts) {
        STRATA_CHECK(builder.append(part));
    }
    return builder.take();
}

Result<Text> repeat(RenderContext& context, const Text& text, std::uint64_t times) {
    if (text.empty() || times == 0) {
        return Text();
    }
    if (times > kMaxTextBytes / text.size()) {
        return context.error("a repeated text grows too large");
    }
    TextBuilder builder(context);
    for (std::uint64_t i = 0; i < times; ++i) {
        STRATA_CHECK(builder.append(text));
    }
    return builder.take();
}

Result<std::size_t> find_text(RenderContext& context, std::string_view text, std::string_view what, std::size_t begin) {
    const std::size_t found = find_forwards(text, what, begin);
    const std::size_t end = std::min(found, text.size());
    STRATA_CHECK(pay_for_search(context, end - std::min(begin, end), what));
    return found;
}

Result<Text> strip(RenderContext& context, const Text& text, std::optional<std::string_view> characters, Sides sides) {
    const std::string_view bytes = text.bytes();
    std::size_t begin = 0;
    std::size_t end = bytes.size();
    while (sides != Sides::end && begin < end) {
        const Character first = character_at(bytes, begin);
        STRATA_TRY(const bool taken, is_stripped(context, bytes.substr(begin, first.length), first, characters));
        if (!taken) {
            break;
        }
        begin += first.length;
    }
    while (sides != Sides::start && end > begin) {
        const Character last = character_before(bytes, end);
        STRATA_TRY(const bool taken,
                   is_stripped(context, bytes.substr(end - last.length, last.length), last, characters));
        if (!taken) {
            break;
        }
        end -= last.length;
    }
    return text.slice(begin, end);
}

Result<std::vector<Text>> split(RenderContext& context, const Text& text, std::string_view separator,
                                std::int64_t most_cuts, SplitFrom from) {
    std::vector<Text> pieces;
    std::size_t begin = 0;
    std::size_t end = text.size();
    for (std::size_t cuts = cuts_allowed(most_cuts); cuts > 0; --cuts) {
        STRATA_CHECK(context.spend(1));
        STRATA_TRY(const std::size_t found, from == SplitFrom::start
                                                ? find_text(context, text.bytes(), separator, begin)
                                                : find_from_end(context, text.bytes(), separator, end));
        if (found == kNone) {
            break;
        }
        if (from == SplitFrom::start) {
            pieces.push_back(text.slice(begin, found));
            begin = found + separator.size();
        } else {
            pieces.push_back(text.slice(found + separator.size(), end));
            end = found;
        }
    }
    pieces.push_back(text.slice(begin, end));
    if (from == SplitFrom::end) {
        std::reverse(pieces.begin(), pieces.end());
    }
    return pieces;
}

Result<std::vector<Text>> split_at_space(RenderContext& context, const Text& text, std::int64_t most_cuts,
                                         SplitFrom from) {
    STRATA_CHECK(context.spend_work(text.size()));
    const std::size_t cuts = cuts_allowed(most_cuts);
    return from == SplitFrom::start ? split_at_space_from_start(context, text, cuts)
                                    : split_at_space_from_end(context, text, cuts);
}

Result<std::vector<TextLine>> split_lines(RenderContext& context, const Text& text) {
    STRATA_CHECK(context.spend_work(text.size()));
    std::vector<TextLine> lines;
    std::size_t begin = 0;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t length = line_break_at(text.bytes(), at);
        if (length == 0) {
            at += character_at(text.bytes(), at).length;
            continue;
        }
        STRATA_CHECK(context.spend(1));
        lines.push_back({text.slice(begin, at), text.slice(at, at + length)});
        begin = at += length;
    }
    if (begin < text.size()) {
        lines.push_back({text.slice(begin, text.size()), Text()});
    }
    return lines;
}

Result<Text> replace(RenderContext& context, const Text& text, std::string_view what, const Text& replacement,
                     std::int64_t most) {
    TextBuilder builder(context);
    std::size_t copied = 0;
    std::size_t search = 0;
    for (std::size_t left = cuts_allowed(most); left > 0; --left) {
        STRATA_TRY(const std::size_t found, next_match(context, text.bytes(), what, search));
        if (found == kNone) {
            break;
        }
        STRATA_CHECK(context.spend(1));
        STRATA_CHECK(builder.append(text.slice(copied, found)));
        STRATA_CHECK(builder.append(replacement));
        copied = found + what.size();
        search = copied;
        if (what.empty()) {  // the next place is behind the next character, or beyond the end
            search += found < text.size() ? character_at(text.bytes(), found).length : 1;
        }
    }
    if (copied == 0 && search == 0) {
        return text;
    }
    STRATA_CHECK(builder.append(text.slice(copied, text.size())));
    return builder.take();
}

Result<Text> map_runs(RenderContext& context, const Text& text, std::string (*mapping)(std::string_view)) {
    STRATA_CHECK(context.spend_text(text.size()));
    PromptText out;
    text.for_each_run([&](std::string_view bytes, Origin origin) { append(out, mapping(bytes), origin); });
    return Text(std::move(out));
}

Result<Text> capitalize(RenderContext& context, const Text& text) {
    if (text.empty()) {
        return text;
    }
    const std::size_t first = character_at(text.bytes(), 0).length;
    STRATA_TRY(const Text capital, title(context, text.slice(0, first), Words::of_letters));
    STRATA_TRY(const Text rest, map_runs(context, text.slice(first, text.size()), to_lower));
    const std::array<Text, 2> parts = {capital, rest};
    return concatenate(context, parts);
}

Result<Text> title(RenderContext& context, const Text& text, Words words) {
    STRATA_CHECK(context.spend_text(text.size()));
    PromptText out;
    bool inside_word = false;
    text.for_each_run(
        [&](std::string_view bytes, Origin origin) { append(out, to_title(bytes, words, inside_word), origin); });
    return Text(std::move(out));
}

}  // namespace strata::jinja
