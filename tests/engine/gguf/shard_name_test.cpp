#include "gguf/shard_name.h"

#include <QtTest/QtTest>

#include "support/test_registry.h"

using namespace strata;

class ShardNameTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void a_shards_name_is_taken_apart_and_put_together() {
        const std::filesystem::path path =
            std::filesystem::path("dir.with-00001") / "a b-00001-of-00002-00003-of-00012.gguf";
        const auto name = parse_shard_name(path);
        QVERIFY(name);
        QCOMPARE(name->number, 3U);
        QCOMPARE(name->count, 12U);
        QVERIFY(shard_path(*name, 3) == path);
        QVERIFY(shard_path(*name, 12) ==
                std::filesystem::path("dir.with-00001") / "a b-00001-of-00002-00012-of-00012.gguf");
    }

    void other_names_are_no_shards_names() {
        for (const char* name : {"", "m.gguf", "m-0001-of-0003.gguf", "m-00001-of-00003.bin", "m-00001-of-0000x.gguf",
                                 "m-00001_of-00003.gguf", "m-000001-of-00003.GGUF", "00001-of-00003.gguf"}) {
            QVERIFY2(!parse_shard_name(name), name);
        }
    }

    void pieces_of_a_cut_file_are_told_by_name() {
        QVERIFY(is_piece_of_cut_file("x.gguf.part1of2"));
        QVERIFY(is_piece_of_cut_file(std::filesystem::path("folder") / "x-00001-of-00002.gguf.part2of2"));
        QVERIFY(!is_piece_of_cut_file("x.gguf"));
        QVERIFY(!is_piece_of_cut_file("part1.gguf"));
        QVERIFY(!is_piece_of_cut_file("x.part1of2"));
    }
};

STRATA_TEST(ShardNameTest);

#include "shard_name_test.moc"
