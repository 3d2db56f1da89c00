#include "engine/text/conversations.h"

#include <array>
#include <string_view>

#include <nlohmann/json.hpp>

#include "engine/text/rendering.h"

namespace strata::testing {
namespace {

using Json = nlohmann::ordered_json;

int draw(std::mt19937& random, int low, int high) {
    return std::uniform_int_distribution<int>(low, high)(random);
}

bool chance(std::mt19937& random, int percent) {
    return draw(random, 1, 100) <= percent;
}

template <class Container>
const auto& pick(std::mt19937& random, const Container& from) {
    return from[static_cast<std::size_t>(draw(random, 0, static_cast<int>(from.size()) - 1))];
}

Json random_value(std::mt19937& random, const TextSource& text, int depth) {
    switch (draw(random, 0, depth > 0 ? 7 : 5)) {
        case 0:
            return draw(random, -1000, 1000);
        case 1:
            return draw(random, 0, 1) == 1;
        case 2:
            return nullptr;
        case 3:
            return draw(random, -100, 100) / 4.0;
        case 6: {
            Json list = Json::array();
            for (int i = draw(random, 0, 3); i > 0; --i) {
                list.push_back(random_value(random, text, depth - 1));
            }
            return list;
        }
        case 7: {
            Json object = Json::object();
            for (int i = draw(random, 0, 3); i > 0; --i) {
                object[text(random)] = random_value(random, text, depth - 1);
            }
            return object;
        }
        default:
            return text(random);
    }
}

ChatMessage random_answer(std::mt19937& random, const TextSource& text, bool with_calls) {
    ChatMessage answer{Role::assistant, text(random), chance(random, 60) ? text(random) : "", {}, ""};
    for (int i = with_calls ? draw(random, 1, 3) : 0; i > 0; --i) {
        Json arguments = Json::object();
        for (int j = draw(random, 0, 3); j > 0; --j) {
            arguments[text(random)] = random_value(random, text, 2);
        }
        answer.tool_calls.push_back({"call_" + std::to_string(i), text(random), arguments.dump()});
    }
    return answer;
}

std::string random_tools(std::mt19937& random, const TextSource& text) {
    Json tools = Json::array();
    for (int i = draw(random, 1, 3); i > 0; --i) {
        tools.push_back(
            {{"name", text(random)}, {"description", text(random)}, {"parameters", random_value(random, text, 3)}});
    }
    return tools.dump();
}

}  // namespace

std::string plain_text(std::mt19937& random) {
    constexpr std::array<std::string_view, 12> kWords = {
        "word", "Größe", "日本語", "🦊", "a", "\"quoted\"", "back\\slash", "{{ x }}", "1.5", "it's", "&amp;", "\t"};
    constexpr std::array<std::string_view, 4> kGaps = {" ", "\n", "\n\n", "  "};
    std::string text(chance(random, 30) ? pick(random, kGaps) : "");
    for (int i = draw(random, 0, 6); i > 0; --i) {
        text += pick(random, kWords);
        text += pick(random, kGaps);
    }
    return text;
}

std::string hostile_text(std::mt19937& random) {
    std::string text;
    for (int i = draw(random, 0, 5); i > 0; --i) {
        const std::string& spelling = pick(random, control_spellings());
        const auto cut = static_cast<std::size_t>(draw(random, 1, static_cast<int>(spelling.size()) - 1));
        switch (draw(random, 0, 4)) {
            case 0:
                text += spelling.substr(0, cut);
                break;
            case 1:
                text += spelling.substr(cut);
                break;
            case 2:
                text += "\n";
                break;
            default:
                text += spelling;
        }
    }
    return text;
}

GenerationRequest random_conversation(std::mt19937& random, const TextSource& text) {
    GenerationRequest request;
    if (chance(random, 50)) {
        request.messages.push_back({Role::system, text(random), "", {}, ""});
    }
    for (int turn = draw(random, 1, 3); turn > 0; --turn) {
        request.messages.push_back({Role::user, text(random), "", {}, ""});
        for (int round = draw(random, 0, 2); round > 0; --round) {
            request.messages.push_back(random_answer(random, text, true));
            for (std::size_t i = request.messages.back().tool_calls.size(); i > 0; --i) {
                request.messages.push_back({Role::tool, text(random), "", {}, "call_" + std::to_string(i)});
            }
        }
        if (turn > 1 || chance(random, 20)) {
            request.messages.push_back(random_answer(random, text, false));
        }
    }
    request.tools = chance(random, 40) ? random_tools(random, text) : "";
    request.thinking = static_cast<Thinking>(draw(random, 0, 3));
    request.preserve_thinking = chance(random, 50);
    return request;
}

GenerationRequest with_harmless_texts(GenerationRequest request) {
    const auto calm = [](std::string& text) {
        const auto begin = text.find_first_not_of(" \t\r\n");
        const auto end = text.find_last_not_of(" \t\r\n");
        const std::string trimmed = begin == std::string::npos ? "" : text.substr(begin, end - begin + 1);
        // The chat format itself takes a user message in such tags for a tool's result.
        const bool is_result = trimmed.starts_with("<tool_response>") && trimmed.ends_with("</tool_response>");
        text = is_result ? "<tool_response>calm</tool_response>" : trimmed.empty() ? text : "calm";
    };
    for (ChatMessage& message : request.messages) {
        calm(message.text);
        calm(message.reasoning);
        for (ToolCall& call : message.tool_calls) {
            call.name = "calm";
            Json arguments = Json::object();
            for (std::size_t i = Json::parse(call.arguments).size(); i > 0; --i) {
                arguments["key" + std::to_string(i)] = "calm";
            }
            call.arguments = arguments.dump();
        }
    }
    if (!request.tools.empty()) {
        request.tools = Json(std::vector<std::string>(Json::parse(request.tools).size(), "calm")).dump();
    }
    return request;
}

}  // namespace strata::testing
