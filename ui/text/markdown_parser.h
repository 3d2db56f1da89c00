#pragma once

#include <vector>

#include "ui/text/markdown_splitter.h"
#include "ui/text/rich_block.h"

namespace strata::ui {

/// Reads one chunk of an answer. Nothing that was written is lost: HTML stays as typed, pictures become their Markdown
/// text, and a link that may not be followed becomes its text with the target behind it.
std::vector<RichBlock> parseChunk(const MarkdownChunk& chunk);

}  // namespace strata::ui
