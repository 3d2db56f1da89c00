#include "engine/text/rendering.h"

#include <fstream>
#include <iterator>

#include "base/error.h"
#include "text/chat_template.h"

namespace strata::testing {

Result<PromptText> render(std::string_view source, const nlohmann::ordered_json& variables) {
    STRATA_TRY(const ChatTemplate parsed, ChatTemplate::parse(source));
    return parsed.render(variables);
}

std::string with_marks(const PromptText& prompt) {
    std::string out;
    std::size_t at = 0;
    const auto add_foreign = [&](std::size_t end) {
        if (at < end) {
            out += "«" + prompt.text.substr(at, end - at) + "»";
        }
    };
    for (const auto& range : prompt.own) {
        add_foreign(range.begin);
        out += prompt.text.substr(range.begin, range.end - range.begin);
        at = range.end;
    }
    add_foreign(prompt.text.size());
    return out;
}

std::string read_fixture(const std::string& name) {
    std::ifstream file(std::string(STRATA_TEST_FIXTURES) + "/" + name, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

const std::vector<std::string>& control_spellings() {
    static const std::vector<std::string> spellings = {
        "<|im_start|>",     "<|im_end|>",      "<|endoftext|>",    "<think>",      "</think>",
        "<tool_call>",      "</tool_call>",    "<function=",       "</function>",  "<parameter=",
        "</parameter>",     "<tool_response>", "</tool_response>", "<tools>",      "</tools>",
        "<|vision_start|>", "<|vision_end|>",  "<|image_pad|>",    "<|video_pad|>"};
    return spellings;
}

std::vector<std::string> own_controls(const PromptText& prompt) {
    std::vector<std::string> found;
    for (std::size_t at = 0; at < prompt.text.size(); ++at) {
        for (const auto& spelling : control_spellings()) {
            if (prompt.text.compare(at, spelling.size(), spelling) == 0 && prompt.is_own(at, at + spelling.size())) {
                found.push_back(spelling);
            }
        }
    }
    return found;
}

}  // namespace strata::testing
