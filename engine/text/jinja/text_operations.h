#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "text/jinja/characters.h"
#include "text/jinja/render_context.h"
#include "text/jinja/text.h"

/// Cutting, joining and changing texts, each byte keeping the mark of who wrote it. All of them pay for what they do.
namespace strata::jinja {

/// Collects parts into one text.
class TextBuilder {
public:
    explicit TextBuilder(RenderContext& context) : context_(context) {}

    Result<void> append(const Text& part);
    Result<void> append(std::string_view bytes, Origin origin);
    Text take() { return Text(std::move(built_)); }

private:
    RenderContext& context_;
    PromptText built_;
};

Result<Text> concatenate(RenderContext& context, std::span<const Text> parts);
Result<Text> repeat(RenderContext& context, const Text& text, std::uint64_t times);

/// Byte position of the first occurrence from `begin` on, npos if there is none.
Result<std::size_t> find_text(RenderContext& context, std::string_view text, std::string_view what, std::size_t begin);

enum class Sides { both, start, end };
/// Without white space, or without any of the characters of `characters`, at the ends.
Result<Text> strip(RenderContext& context, const Text& text, std::optional<std::string_view> characters, Sides sides);

enum class SplitFrom { start, end };
/// Cuts at a separator that is not empty; most_cuts < 0: at every one.
Result<std::vector<Text>> split(RenderContext& context, const Text& text, std::string_view separator,
                                std::int64_t most_cuts, SplitFrom from);
/// Cuts at stretches of white space; there are no empty pieces.
Result<std::vector<Text>> split_at_space(RenderContext& context, const Text& text, std::int64_t most_cuts,
                                         SplitFrom from);
/// A line with and without what ends it.
struct TextLine {
    Text content;
    Text line_break;  ///< empty at the end of the text
};
Result<std::vector<TextLine>> split_lines(RenderContext& context, const Text& text);

/// At most `most` occurrences from the start, < 0: all. An empty `what` stands before each character and at the end.
Result<Text> replace(RenderContext& context, const Text& text, std::string_view what, const Text& replacement,
                     std::int64_t most);

/// The mapping applied to each stretch of one origin.
Result<Text> map_runs(RenderContext& context, const Text& text, std::string (*mapping)(std::string_view));
/// First character capital, the others small.
Result<Text> capitalize(RenderContext& context, const Text& text);
Result<Text> title(RenderContext& context, const Text& text, Words words);

}  // namespace strata::jinja
