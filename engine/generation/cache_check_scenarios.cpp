#include "generation/cache_check_scenarios.h"

#include <fmt/format.h>

#include "strata/cache_check.h"

namespace strata {
namespace {

using Kind = CheckedMove::Kind;

// Instructions that differ from the first word on and fill a few pages of cells.
std::string instructions(const std::string& name, int sentences) {
    std::string text = "You are " + name + ", a helpful assistant.";
    for (int i = 1; i <= sentences; ++i) {
        text += fmt::format(" Rule {} of {}: answer question number {} in one short sentence.", i, name, i);
    }
    return text;
}

CheckedChat chat(const ConversationId& id, const std::string& name, int sentences) {
    return {id, instructions(name, sentences), Thinking::off, true};
}

CheckedMove say(std::size_t chat, std::string text) {
    return {Kind::say, chat, std::move(text), 0};
}

CheckedScenario reuse() {
    CheckedScenario scenario;
    scenario.name = "reuse";
    scenario.description = "three conversations take turns, are continued, edited and answered again";
    scenario.chats = {chat("", "Anna", 24), chat("", "Bruno", 12), chat("", "Clara", 18)};
    scenario.chats[2].thinking = Thinking::low;
    scenario.moves = {say(0, "My name is Nadia."),
                      say(1, "What is the capital of France?"),
                      say(2, "What is 2 + 3?"),
                      say(0, "What is my name?"),
                      say(1, "And of Italy?"),
                      {Kind::again, 0, {}, 0},
                      say(2, "What is 4 + 5?"),
                      {Kind::edit, 0, "My name is Tom.", 0},
                      say(0, "What is my name?"),
                      {Kind::edit, 1, "And of Spain?", 1},
                      {Kind::stop, 2, "Count to ten.", 0},
                      say(2, "What is 6 + 1?"),
                      {Kind::go_on, 1, "Thank you.", 0},
                      say(1, "And of Norway?")};
    scenario.memory_images = 5;
    return scenario;
}

CheckedScenario rewinds() {
    CheckedScenario scenario;
    scenario.name = "rewinds";
    scenario.description = "a long conversation goes back to each earlier message, another one in between";
    scenario.chats = {chat("", "Anna", 10), chat("", "Bruno", 6)};
    for (int i = 0; i < 5; ++i) {
        scenario.moves.push_back(say(0, fmt::format("What is {} + 2?", i)));
    }
    for (std::size_t i = 5; i-- > 0;) {
        scenario.moves.push_back(say(1, fmt::format("Say the number {}.", i)));
        scenario.moves.push_back({Kind::edit, 0, fmt::format("What is {} + 3?", i), i});
    }
    scenario.memory_images = 4;
    return scenario;
}

CheckedScenario pressure() {
    CheckedScenario scenario;
    scenario.name = "pressure";
    scenario.description = "twelve conversations, room for four";
    for (std::size_t i = 0; i < 12; ++i) {
        scenario.chats.push_back(chat("", fmt::format("assistant {}", i), 4));
        scenario.moves.push_back(say(i, fmt::format("What is {} + 1?", i)));
    }
    for (const std::size_t i : {11U, 3U, 9U, 3U, 0U, 10U, 9U, 8U, 0U}) {
        scenario.moves.push_back(say(i, "And one more?"));
    }
    scenario.memory_images = 4;
    scenario.slots = 8;
    return scenario;
}

CheckedScenario oversized() {
    CheckedScenario scenario;
    scenario.name = "oversized";
    scenario.description = "conversations that are larger than the room there is";
    scenario.chats = {chat("", "Anna", 20), chat("", "Bruno", 2)};
    scenario.moves = {say(1, "What is 1 + 1?"), say(0, "What is 2 + 2?"), say(1, "What is 3 + 3?"),
                      say(0, "What is 4 + 4?"), say(1, "What is 5 + 5?")};
    scenario.memory_images = 0.75;
    return scenario;
}

CheckedScenario exchange() {
    CheckedScenario scenario;
    scenario.name = "exchange";
    scenario.description = "two conversations change places again and again, room for one";
    scenario.chats = {chat("", "Anna", 12), chat("", "Bruno", 12)};
    for (int i = 0; i < 5; ++i) {
        scenario.moves.push_back(say(0, fmt::format("What is {} + 4?", i)));
        scenario.moves.push_back(say(1, fmt::format("What is {} + 5?", i)));
    }
    scenario.memory_images = 1.05;
    scenario.slots = 1;
    return scenario;
}

CheckedScenario admission() {
    CheckedScenario scenario;
    scenario.name = "admission";
    scenario.description = "the machine has no memory to spare: nothing is parked";
    scenario.chats = {chat("", "Anna", 8), chat("", "Bruno", 8)};
    scenario.moves = {say(0, "What is 1 + 2?"), say(1, "What is 2 + 3?"), say(0, "What is 3 + 4?"),
                      say(1, "What is 4 + 5?")};
    scenario.memory_images = 8;
    scenario.memory_is_full = true;
    return scenario;
}

CheckedScenario disk() {
    CheckedScenario scenario;
    scenario.name = "disk";
    scenario.description = "conversations with an id come back from files, at their end and at earlier messages";
    scenario.chats = {chat("a", "Anna", 24), chat("b", "Bruno", 12), chat("c", "Clara", 18)};
    scenario.chats[1].thinking = Thinking::low;
    scenario.moves = {say(0, "My name is Nadia."),
                      say(1, "What is 2 + 3?"),
                      say(2, "What is the capital of France?"),
                      say(0, "What is my name?"),
                      say(1, "What is 3 + 4?"),
                      say(2, "And of Italy?"),
                      {Kind::edit, 0, "My name is Tom.", 0},
                      {Kind::edit, 2, "And of Spain?", 1},
                      say(0, "What is my name?"),
                      {Kind::stop, 1, "Count to ten.", 0},
                      say(2, "And of Norway?"),
                      say(1, "What is 6 + 1?"),
                      {Kind::go_on, 0, "Thank you.", 0}};
    scenario.disk = true;
    return scenario;
}

CheckedScenario mixed() {
    CheckedScenario scenario = disk();
    scenario.name = "mixed";
    scenario.description = "conversations with and without an id, on disk and in memory";
    scenario.chats[1].id.clear();
    scenario.chats.push_back(chat("", "Doris", 6));
    for (int i = 0; i < 4; ++i) {
        scenario.moves.insert(scenario.moves.begin() + 3 * i, say(3, fmt::format("What is {} + 6?", i)));
    }
    scenario.memory_images = 3;
    scenario.vault_memory_images = 1.5;
    return scenario;
}

CheckedScenario restart() {
    CheckedScenario scenario;
    scenario.name = "restart";
    scenario.description = "the program is closed and opened between the messages";
    scenario.chats = {chat("a", "Anna", 24), chat("b", "Bruno", 12)};
    scenario.moves = {
        say(0, "My name is Nadia."), say(1, "What is 2 + 3?"),         {Kind::restart, 0, {}, 0},
        say(0, "What is my name?"),  {Kind::restart, 0, {}, 0},        say(1, "What is 3 + 4?"),
        say(0, "What is my name?"),  {Kind::restart, 0, {}, 0},        {Kind::edit, 0, "My name is Tom.", 0},
        say(1, "What is 4 + 4?"),    {Kind::go_on, 1, "Thank you.", 0}};
    scenario.disk = true;
    scenario.vault_memory_images = 4;
    return scenario;
}

}  // namespace

std::vector<CheckedScenario> checked_scenarios() {
    return {reuse(), rewinds(), pressure(), oversized(), exchange(), admission(), disk(), mixed(), restart()};
}

const std::vector<CacheCheckScenario>& cache_check_scenarios() {
    static const std::vector<CacheCheckScenario> list = [] {
        std::vector<CacheCheckScenario> names;
        for (const CheckedScenario& scenario : checked_scenarios()) {
            names.push_back({scenario.name, scenario.description});
        }
        return names;
    }();
    return list;
}

}  // namespace strata
