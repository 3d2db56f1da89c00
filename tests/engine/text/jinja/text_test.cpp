#include "text/jinja/text.h"

#include <QtTest/QtTest>

#include "engine/text/rendering.h"
#include "support/test_registry.h"

using namespace strata;
using namespace strata::jinja;
using namespace strata::testing;

namespace {

/// "ab" own, "CD" foreign, "ef" own, "GH" foreign.
Text mixed() {
    PromptText built;
    built.append_own("ab");
    built.append_foreign("CD");
    built.append_own("ef");
    built.append_foreign("GH");
    return Text(std::move(built));
}

std::string marked(const Text& text) {
    PromptText out;
    text.append_to(out);
    return with_marks(out);
}

}  // namespace

class JinjaTextTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void every_slice_keeps_the_mark_of_every_byte() {
        const Text text = mixed();
        for (std::size_t begin = 0; begin <= text.size(); ++begin) {
            for (std::size_t end = begin; end <= text.size(); ++end) {
                const Text slice = text.slice(begin, end);
                std::size_t at = begin;
                slice.for_each_run([&](std::string_view bytes, Origin origin) {
                    for (const char byte : bytes) {
                        QCOMPARE(byte, text.bytes()[at++]);
                        QCOMPARE(origin == Origin::foreign, byte >= 'A' && byte <= 'Z');
                    }
                });
                QCOMPARE(at, end);
            }
        }
    }

    void a_slice_of_a_slice_counts_from_the_slice() {
        QCOMPARE(marked(mixed().slice(1, 7).slice(1, 5)), std::string("«CD»ef"));
        QCOMPARE(marked(mixed().slice(1, 7).slice(2, 6)), std::string("«D»ef«G»"));
    }

    void a_text_is_foreign_if_any_byte_is() {
        QVERIFY(mixed().origin() == Origin::foreign);
        QVERIFY(mixed().slice(4, 6).origin() == Origin::own);
        QVERIFY(mixed().slice(4, 7).origin() == Origin::foreign);
        QVERIFY(Text().origin() == Origin::own);
        QVERIFY(mixed().slice(3, 3).empty());
    }

    void neighbours_of_one_origin_become_one_range() {
        PromptText out;
        mixed().append_to(out, 0, 2);
        mixed().append_to(out, 4, 6);
        QCOMPARE(out.text, std::string("abef"));
        QCOMPARE(out.own.size(), std::size_t{1});
    }
};

STRATA_TEST(JinjaTextTest);
#include "text_test.moc"
