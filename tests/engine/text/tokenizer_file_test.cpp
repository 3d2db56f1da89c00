#include <QtTest/QtTest>

#include <filesystem>
#include <functional>
#include <QTemporaryDir>
#include <random>
#include <string>
#include <variant>
#include <vector>

#include "gguf/gguf_writer.h"
#include "support/test_registry.h"
#include "support/tiny_tokenizer.h"

using namespace strata;

namespace {

/// The tokenizer's entries of a model file, to be spoiled before they are written.
struct FileParts {
    std::string model = "gpt2";
    std::string pre = "qwen35";
    std::vector<std::string> tokens;
    std::vector<std::int32_t> kinds;
    std::vector<std::string> merges;
    std::vector<std::string> left_out;  ///< names of entries that are not written
    std::function<void(GgufWriter&)> extra = [](GgufWriter&) {};

    static FileParts tiny() {
        const GgufFile file = testing::tiny_vocabulary_file();
        FileParts parts;
        parts.tokens = *file.find("tokenizer.ggml.tokens")->as_strings();
        parts.merges = *file.find("tokenizer.ggml.merges")->as_strings();
        const auto kinds = file.find("tokenizer.ggml.token_type")->as_integers();
        parts.kinds.assign(kinds->begin(), kinds->end());
        return parts;
    }

    bool writes(const std::string& name) const { return std::ranges::find(left_out, name) == left_out.end(); }
};

class TokenizerFolder {
public:
    Result<Tokenizer> tokenizer(const FileParts& parts) const {
        GgufWriter writer;
        writer.add_string("general.architecture", "qwen4exp");
        if (parts.writes("model")) {
            writer.add_string("tokenizer.ggml.model", parts.model);
        }
        if (parts.writes("pre")) {
            writer.add_string("tokenizer.ggml.pre", parts.pre);
        }
        if (parts.writes("tokens")) {
            writer.add_strings("tokenizer.ggml.tokens", parts.tokens);
        }
        if (parts.writes("token_type")) {
            writer.add_i32s("tokenizer.ggml.token_type", parts.kinds);
        }
        if (parts.writes("merges")) {
            writer.add_strings("tokenizer.ggml.merges", parts.merges);
        }
        parts.extra(writer);
        const std::filesystem::path path = folder_.filePath("model.gguf").toStdString();
        if (auto written = writer.write(path); !written) {
            return tl::unexpected(written.error());
        }
        const auto file = GgufFile::open(path);
        if (!file) {
            return tl::unexpected(file.error());
        }
        return Tokenizer::from_gguf(*file);
    }

private:
    QTemporaryDir folder_;
};

using Spoil = std::function<void(FileParts&)>;

Spoil leaves_out(const std::string& name) {
    return [name](FileParts& parts) { parts.left_out.push_back(name); };
}

/// Writes an entry of another type in place of the right one.
Spoil writes_instead(const std::string& name, std::function<void(GgufWriter&, const std::string&)> add) {
    return [name, add](FileParts& parts) {
        parts.left_out.push_back(name);
        parts.extra = [name, add](GgufWriter& writer) { add(writer, "tokenizer.ggml." + name); };
    };
}

Spoil adds(std::function<void(GgufWriter&)> add) {
    return [add](FileParts& parts) { parts.extra = add; };
}

}  // namespace

Q_DECLARE_METATYPE(Spoil)

class TokenizerFileTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void a_written_vocabulary_gives_the_same_ids() {
        const auto tokenizer = folder_.tokenizer(FileParts::tiny());
        QVERIFY(tokenizer);
        const std::string text = "<|im_start|>The small lighthouse<|im_end|>";
        QCOMPARE(tokenizer->encode(text, ControlTokens::recognised),
                 testing::tiny_tokenizer().encode(text, ControlTokens::recognised));
        QCOMPARE(tokenizer->stop_ids().size(), std::size_t{2});
    }

    void what_does_not_fit_is_refused_with_a_clear_text_data() {
        QTest::addColumn<Spoil>("spoil");
        QTest::addColumn<bool>("unsupported");
        QTest::addColumn<QByteArray>("words");
        const auto row = [](const char* name, Spoil spoil, const char* words, bool unsupported = false) {
            QTest::newRow(name) << std::move(spoil) << unsupported << QByteArray(words);
        };
        row("no model", leaves_out("model"), "tokenizer.ggml.model is missing");
        row("no pre-tokenizer", leaves_out("pre"), "tokenizer.ggml.pre is missing");
        row("no tokens", leaves_out("tokens"), "tokenizer.ggml.tokens is missing");
        row("no token types", leaves_out("token_type"), "tokenizer.ggml.token_type is missing");
        row("no merges", leaves_out("merges"), "tokenizer.ggml.merges is missing");
        row(
            "another model", [](FileParts& parts) { parts.model = "llama"; },
            "tokenizer.ggml.model is 'llama', this program knows 'gpt2'", true);
        row(
            "another pre-tokenizer", [](FileParts& parts) { parts.pre = "qwen2"; },
            "tokenizer.ggml.pre is 'qwen2', this program knows 'qwen35'", true);
        row(
            "unprintable model", [](FileParts& parts) { parts.model = std::string("gpt2\0\x1B[2J\xFF", 10); },
            "tokenizer.ggml.model is 'gpt2", true);
        row("model a number", writes_instead("model", [](auto& w, auto& key) { w.add_u32(key, 2); }),
            "tokenizer.ggml.model is not a string");
        row("tokens a string", writes_instead("tokens", [](auto& w, auto& key) { w.add_string(key, "a"); }),
            "tokenizer.ggml.tokens is not an array of strings");
        row("tokens numbers",
            writes_instead("tokens",
                           [](auto& w, auto& key) {
                               w.add_i32s(key, std::vector{1, 2});
                           }),
            "tokenizer.ggml.tokens is not an array of strings");
        row("types strings",
            writes_instead("token_type", [](auto& w, auto& key) { w.add_strings(key, std::vector<std::string>{"1"}); }),
            "tokenizer.ggml.token_type is not an array of integers");
        row("types a number", writes_instead("token_type", [](auto& w, auto& key) { w.add_i32(key, 1); }),
            "tokenizer.ggml.token_type is not an array of integers");
        row("types bools",
            writes_instead("token_type", [](auto& w, auto& key) { w.add_bools(key, std::vector<bool>(1024, true)); }),
            "tokenizer.ggml.token_type is not an array of integers");
        row("types beyond 64 bits",
            writes_instead("token_type", [](auto& w, auto& key) { w.add_u64s(key, std::vector{~std::uint64_t{0}}); }),
            "tokenizer.ggml.token_type is not an array of integers");
        row("merges numbers", writes_instead("merges", [](auto& w, auto& key) { w.add_i32s(key, std::vector{1}); }),
            "tokenizer.ggml.merges is not an array of strings");
        row(
            "too few types", [](FileParts& parts) { parts.kinds.pop_back(); },
            "tokenizer.ggml.tokens has 1024 entries, tokenizer.ggml.token_type has 1023");
        row(
            "unknown type", [](FileParts& parts) { parts.kinds[5] = -7; }, "token 5 has type -7");
        row(
            "byte without token", [](FileParts& parts) { parts.kinds[0] = 3; }, "no token for the byte 0x21");
        row(
            "merge of an unknown token", [](FileParts& parts) { parts.merges[3] = "he zzz"; },
            "merge 3 (he zzz) refers to a token that is not in the vocabulary");
        row(
            "merge of a padding row", [](FileParts& parts) { parts.merges[3] = "[PAD927] a"; }, "merge 3");
        row("eos outside", adds([](auto& w) { w.add_u32("tokenizer.ggml.eos_token_id", 1024); }),
            "tokenizer.ggml.eos_token_id is 1024, the vocabulary has the ids 0 to 1023");
        row("eos negative", adds([](auto& w) { w.add_i32("tokenizer.ggml.eos_token_id", -1); }),
            "tokenizer.ggml.eos_token_id is -1, the vocabulary");
        row("eos a string", adds([](auto& w) { w.add_string("tokenizer.ggml.eos_token_id", "913"); }),
            "tokenizer.ggml.eos_token_id is not an integer");
        row("another special id outside",
            adds([](auto& w) { w.add_u32("tokenizer.ggml.fim_pad_token_id", 4'000'000'000U); }),
            "tokenizer.ggml.fim_pad_token_id is 4000000000");
        row(
            "nothing at all", [](FileParts& parts) { parts.tokens.clear(), parts.kinds.clear(), parts.merges.clear(); },
            "no token for the byte 0x00");
    }

    void what_does_not_fit_is_refused_with_a_clear_text() {
        QFETCH(Spoil, spoil);
        QFETCH(bool, unsupported);
        QFETCH(QByteArray, words);
        FileParts parts = FileParts::tiny();
        spoil(parts);
        const auto tokenizer = folder_.tokenizer(parts);
        QVERIFY(!tokenizer);
        const Error& error = tokenizer.error();
        QVERIFY2(error.code == (unsupported ? ErrorCode::unsupported_format : ErrorCode::bad_file),
                 error.message.c_str());
        QVERIFY2(error.message.starts_with("model.gguf: bad-model: " + words.toStdString()), error.message.c_str());
        QVERIFY(std::ranges::none_of(error.message, [](char byte) { return byte >= 0 && byte < ' '; }));
    }

    void no_vocabulary_lets_text_turn_into_added_tokens() {
        FileParts parts = FileParts::tiny();
        parts.tokens[930] = "the";
        parts.kinds[930] = static_cast<std::int32_t>(TokenKind::control);
        parts.tokens[931] = "<";
        parts.kinds[931] = static_cast<std::int32_t>(TokenKind::user_defined);
        parts.tokens[932] = "<t";
        parts.kinds[932] = static_cast<std::int32_t>(TokenKind::normal);
        parts.merges.insert(parts.merges.begin(), {"< t", "t he"});
        const auto tokenizer = folder_.tokenizer(parts);
        QVERIFY(tokenizer);
        const auto plain = tokenizer->encode("the <think> the", ControlTokens::plain_text);
        QVERIFY(std::ranges::none_of(plain, [&](TokenId id) { return is_added(tokenizer->kind(id)); }));
        QCOMPARE(tokenizer->decode(plain), std::string("the <think> the"));
        QCOMPARE(tokenizer->encode("the", ControlTokens::recognised), std::vector<TokenId>{930});
    }

    void files_name_one_end_token_and_both_end_answers() {
        FileParts parts = FileParts::tiny();
        parts.extra = [](GgufWriter& writer) { writer.add_u16("tokenizer.ggml.eos_token_id", 40); };
        const auto tokenizer = folder_.tokenizer(parts);
        QVERIFY(tokenizer);
        const auto stop = tokenizer->stop_ids();
        QCOMPARE(std::vector<TokenId>(stop.begin(), stop.end()), (std::vector<TokenId>{40, 913, 915}));
    }

    void a_hostile_vocabulary_is_refused_or_usable() {
        std::mt19937 random(17);
        int usable = 0;
        for (int round = 0; round < 150; ++round) {
            FileParts parts = FileParts::tiny();
            for (auto changes = 1 + random() % 4; changes > 0; --changes) {
                spoil_one_entry(parts, random);
            }
            const auto tokenizer = folder_.tokenizer(parts);
            if (!tokenizer) {
                QVERIFY(!tokenizer.error().message.empty());
                continue;
            }
            ++usable;
            const std::string text = "The <|im_start|> small <think> {PAD} \xFF lighthouse 12\n\n  x";
            const auto plain = tokenizer->encode(text, ControlTokens::plain_text);
            QCOMPARE(tokenizer->decode(plain), text);
            QVERIFY(std::ranges::none_of(plain, [&](TokenId id) { return is_added(tokenizer->kind(id)); }));
            QCOMPARE(tokenizer->decode(tokenizer->encode(text, ControlTokens::recognised)), text);
        }
        QVERIFY(usable > 10 && usable < 140);
    }

private:
    static std::string random_spelling(const FileParts& parts, std::mt19937& random) {
        switch (random() % 5) {
            case 0:
                return parts.tokens[random() % parts.tokens.size()];
            case 1:
                return std::string(random() % 6000, static_cast<char>(random() % 256));
            case 2:
                return {};
            case 3:
                return std::string(1, "The <"[random() % 5]);
            default:
                return "<0x-" + std::to_string(random() % 10) + ">";
        }
    }

    static void spoil_one_entry(FileParts& parts, std::mt19937& random) {
        if (parts.tokens.empty() || parts.kinds.empty() || parts.merges.empty()) {
            return;
        }
        const std::size_t row = (random() % 2 == 0 ? 900 + random() % 124 : random()) % parts.tokens.size();
        switch (random() % 7) {
            case 0:
                parts.tokens[row] = random_spelling(parts, random);
                break;
            case 1:
                parts.kinds[row % parts.kinds.size()] = static_cast<std::int32_t>(random() % 9) - 1;
                break;
            case 2:
                parts.kinds[row % parts.kinds.size()] = static_cast<std::int32_t>(3 + random() % 2);
                break;
            case 3:
                parts.merges[random() % parts.merges.size()] =
                    random_spelling(parts, random) + ' ' + random_spelling(parts, random);
                break;
            case 4:
                std::swap(parts.merges[random() % parts.merges.size()], parts.merges[random() % parts.merges.size()]);
                break;
            case 5:
                std::swap(parts.tokens[row], parts.tokens[random() % parts.tokens.size()]);
                break;
            default:
                if (random() % 8 == 0) {
                    parts.tokens.resize(random() % 1100, "x");
                    parts.kinds.resize(parts.tokens.size(), static_cast<std::int32_t>(1 + random() % 6));
                } else {
                    parts.merges.erase(parts.merges.begin());
                }
        }
    }

    TokenizerFolder folder_;
};

STRATA_TEST(TokenizerFileTest);

#include "tokenizer_file_test.moc"
