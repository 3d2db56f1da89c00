#include "cli/synth/vocabulary.h"

#include <QtTest/QtTest>

#include <set>

#include "support/test_registry.h"

using namespace strata::cli;

class VocabularyTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void has_bytes_groups_control_tokens_and_unused_ids() {
        const Vocabulary vocabulary = make_vocabulary(1024, 980);
        QCOMPARE(vocabulary.tokens.size(), std::size_t{1024});
        QCOMPARE(vocabulary.kinds.size(), std::size_t{1024});
        QCOMPARE(vocabulary.merges.size(), std::size_t{980 - 256});
        QCOMPARE(vocabulary.tokens[980], std::string("<|endoftext|>"));
        QCOMPARE(vocabulary.kinds[980], 3);
        QCOMPARE(vocabulary.kinds[1023], 5);
    }

    void no_spelling_occurs_twice() {
        for (const std::size_t size : {std::size_t{512}, std::size_t{20000}}) {
            const Vocabulary vocabulary = make_vocabulary(size, size - 40);
            const std::set<std::string> different(vocabulary.tokens.begin(), vocabulary.tokens.end());
            QCOMPARE(different.size(), size);
        }
    }

    void every_merge_makes_the_token_that_follows_from_it() {
        const Vocabulary vocabulary = make_vocabulary(20000, 19900);
        for (std::size_t i = 0; i < vocabulary.merges.size(); ++i) {
            std::string joined = vocabulary.merges[i];
            joined.erase(joined.find(' '), 1);
            QCOMPARE(joined, vocabulary.tokens[256 + i]);
        }
    }

    void control_tokens_have_the_released_ids() {
        QCOMPARE(control_token_id("<|im_end|>", 248044), std::size_t{248046});
        QCOMPARE(control_token_id("<|image_pad|>", 248044), std::size_t{248056});
        QCOMPARE(control_token_id("</think>", 248044), std::size_t{248069});
        QCOMPARE(control_token_id("<|audio_pad|>", 248044), std::size_t{248076});
        QCOMPARE(control_token_count(), std::size_t{33});
    }
};

STRATA_TEST(VocabularyTest);
#include "vocabulary_test.moc"
