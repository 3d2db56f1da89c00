#include <QtTest/QtTest>

#include <array>
#include <random>

#include <nlohmann/json.hpp>

#include "engine/text/conversations.h"
#include "engine/text/rendering.h"
#include "support/test_registry.h"
#include "text/built_in_template.h"
#include "text/chat_template.h"

using namespace strata;
using namespace strata::testing;
using Json = nlohmann::ordered_json;

namespace {

constexpr std::array<std::string_view, 56> kPieces = {"{{",
                                                      "}}",
                                                      "{%",
                                                      "%}",
                                                      "{#",
                                                      "#}",
                                                      "-%}",
                                                      "{%-",
                                                      "(",
                                                      ")",
                                                      "[",
                                                      "]",
                                                      "{",
                                                      "}",
                                                      "'",
                                                      "\"",
                                                      "\\",
                                                      "\n",
                                                      " ",
                                                      "|",
                                                      ".",
                                                      ",",
                                                      ":",
                                                      "=",
                                                      "~",
                                                      "**",
                                                      " in ",
                                                      " is ",
                                                      " not ",
                                                      " if ",
                                                      " else ",
                                                      "[::-1]",
                                                      "[-1]",
                                                      "0",
                                                      "99999",
                                                      "1.5",
                                                      "{% endif %}",
                                                      "{% endfor %}",
                                                      "{% else %}",
                                                      "{% set x = x %}",
                                                      "{% for a in messages %}",
                                                      "{% macro m(a) %}",
                                                      "{% endmacro %}",
                                                      "{{ m(m) }}",
                                                      "loop.index",
                                                      "namespace(",
                                                      "range(",
                                                      "messages",
                                                      "ns.x",
                                                      "|tojson",
                                                      "|trim",
                                                      "|join",
                                                      "|map('",
                                                      ".split('",
                                                      "\xC3",
                                                      "\xFF"};

int draw(std::mt19937& random, std::size_t count) {
    return std::uniform_int_distribution<int>(0, static_cast<int>(count) - 1)(random);
}

std::size_t place(std::mt19937& random, std::size_t count) {
    return static_cast<std::size_t>(draw(random, count));
}

/// One change somewhere: bytes removed, doubled, moved or replaced, or a piece of the language put in.
void mutate(std::mt19937& random, std::string& source, const std::vector<std::string>& others) {
    if (source.empty()) {
        source = kPieces[place(random, kPieces.size())];
        return;
    }
    const std::size_t at = place(random, source.size());
    const std::size_t length = std::min(source.size() - at, place(random, 40) + 1);
    const std::string& other = others[place(random, others.size())];
    switch (draw(random, 7)) {
        case 0:
            source.erase(at, length);
            break;
        case 1:
            source.insert(at, source.substr(at, length));
            break;
        case 2:
            source[at] = static_cast<char>(draw(random, 256));
            break;
        case 3:
            source.insert(place(random, source.size()), source.substr(at, length));
            break;
        case 4:
            source = source.substr(0, at) + other.substr(place(random, other.size()));
            break;
        default:
            source.insert(at, kPieces[place(random, kPieces.size())]);
    }
}

}  // namespace

/// Templates as damaged or hostile files could bring them: whatever happens ends in a text or in an error.
class JinjaFuzzTest : public QObject {
    Q_OBJECT

private:
    void check(const Result<PromptText>& prompt, const std::string& source) {
        if (!prompt) {
            QVERIFY2(prompt.error().code == ErrorCode::bad_template, source.c_str());
            QVERIFY2(prompt.error().message.starts_with("chat template line "), source.c_str());
            return;
        }
        std::size_t last = 0;
        for (const auto& range : prompt->own) {
            QVERIFY2(range.begin < range.end && range.end <= prompt->text.size(), source.c_str());
            QVERIFY2(last == 0 ? range.begin >= last : range.begin > last, source.c_str());
            last = range.end;
        }
    }

private Q_SLOTS:
    void changed_templates_end_in_a_text_or_an_error() {
        std::vector<std::string> sources = {read_fixture("templates/rules.jinja"),
                                            read_fixture("templates/practice_model.jinja"),
                                            std::string(built_in_template())};
        const Json cases = Json::parse(read_fixture("templates/language_cases.json"));
        for (const auto& one : cases["cases"]) {
            sources.push_back(one["template"].get<std::string>() + " ");
        }
        std::mt19937 random(4711);
        int rendered = 0;
        for (int i = 0; i < 12'000; ++i) {
            std::string source = sources[i % 3 == 0 ? place(random, 3) : place(random, sources.size())];
            for (int changes = draw(random, 4) + 1; changes > 0; --changes) {
                mutate(random, source, sources);
            }
            Json variables = *template_variables(random_conversation(random, hostile_text));
            variables.update(cases["variables"]);
            const auto prompt = render(source, variables);
            check(prompt, source);
            rendered += prompt ? 1 : 0;
        }
        QVERIFY2(rendered > 1000, qPrintable(QString::number(rendered)));
    }

    void texts_that_the_changed_template_did_not_write_are_never_own() {
        // Capital X is in no template: whatever the changed templates do, it can only come from the conversation.
        const std::vector<std::string> sources = {
            "{% for m in messages %}<|{{ m.role }}|>{{ m.content | trim }}{{ m.content[1:] ~ 'a' }}{% endfor %}",
            "{{ messages | tojson }}{{ messages | map(attribute='content') | join('-') | lower }}",
            "{% macro m(t) %}[{{ t.split('b') | join('<') }}]{% endmacro %}{% for a in messages %}{{ m(a.content) }}{% "
            "endfor %}",
            "{% set ns = namespace(t='') %}{% for a in messages %}{% set ns.t = ns.t + a.content.strip() %}{% endfor "
            "%}{{ ns.t }}"};
        const Json variables = {
            {"messages", {{{"role", "X"}, {"content", "XbX X"}}, {{"role", "X"}, {"content", " XX\nX"}}}}};
        std::mt19937 random(99);
        int rendered = 0;
        for (int i = 0; i < 10'000; ++i) {
            std::string source = sources[place(random, sources.size())];
            for (int changes = draw(random, 3) + 1; changes > 0; --changes) {
                mutate(random, source, sources);
            }
            if (source.find('X') != std::string::npos) {
                continue;
            }
            const auto prompt = render(source, variables);
            check(prompt, source);
            for (std::size_t at = 0; prompt && at < prompt->text.size(); ++at) {
                QVERIFY2(prompt->text[at] != 'X' || !prompt->is_own(at, at + 1), source.c_str());
            }
            rendered += prompt ? 1 : 0;
        }
        QVERIFY2(rendered > 500, qPrintable(QString::number(rendered)));
    }
};

STRATA_TEST(JinjaFuzzTest);
#include "fuzz_test.moc"
