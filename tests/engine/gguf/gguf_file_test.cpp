#include "gguf/gguf_file.h"

#include <QtTest/QtTest>

#include <bit>
#include <limits>
#ifndef _WIN32
#include <sys/stat.h>
#include <unistd.h>
#endif

#include "gguf_bytes.h"
#include "support/test_registry.h"

using namespace strata;
using namespace strata::testing;

namespace {

/// Opens bytes as a file; QString: the error's message, empty if it could be opened.
QString message_for(const TestFolder& folder, const QByteArray& bytes) {
    const Result<GgufFile> file = GgufFile::open(folder.write("x.gguf", bytes));
    return file ? QString() : QString::fromStdString(file.error().message);
}

QByteArray header_of_shard(std::uint16_t index, std::uint16_t count, std::uint32_t total) {
    return GgufBytes()
        .pair("split.no", 2, bytes_of(index))
        .pair("split.count", 2, bytes_of(count))
        .pair("split.tensors.count", 5, bytes_of(total))
        .build();
}

}  // namespace

class GgufFileTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void values_of_every_kind_are_read_exactly() {
        const TestFolder folder;
        const auto file = GgufFile::open(folder.write(
            "x.gguf",
            GgufBytes()
                .pair("u8", 0, bytes_of(std::uint8_t{200}))
                .pair("i8", 1, bytes_of(static_cast<std::uint8_t>(-100)))
                .pair("u16", 2, bytes_of(std::uint16_t{60000}))
                .pair("i16", 3, bytes_of(static_cast<std::uint16_t>(-30000)))
                .pair("u32", 4, bytes_of(std::uint32_t{4'000'000'000U}))
                .pair("i32", 5, bytes_of(static_cast<std::uint32_t>(-2'000'000'000)))
                .pair("f32", 6, bytes_of(std::bit_cast<std::uint32_t>(0.1F)))
                .pair("yes", 7, QByteArray("\x02", 1))
                .pair("no", 7, QByteArray("\x00", 1))
                .pair("string", 8, text_bytes(QByteArray("a\0b\xff", 4)))
                .pair("u64", 10, bytes_of(~std::uint64_t{0}))
                .pair("i64", 11, bytes_of(static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::min())))
                .pair("f64", 12, bytes_of(std::bit_cast<std::uint64_t>(-1e300)))
                .build()));
        QVERIFY(file);
        QCOMPARE(file->metadata().size(), std::size_t{13});
        QCOMPARE(file->metadata()[4].first, std::string("u32"));
        QCOMPARE(file->find("u8")->as_integer(), std::optional<std::int64_t>(200));
        QCOMPARE(file->find("i8")->as_integer(), std::optional<std::int64_t>(-100));
        QCOMPARE(file->find("u16")->as_integer(), std::optional<std::int64_t>(60000));
        QCOMPARE(file->find("i16")->as_number(), std::optional<double>(-30000));
        QCOMPARE(file->find("u32")->as_integer(), std::optional<std::int64_t>(4'000'000'000));
        QCOMPARE(file->find("i32")->as_integer(), std::optional<std::int64_t>(-2'000'000'000));
        QCOMPARE(file->find("f32")->as_number(), std::optional<double>(static_cast<double>(0.1F)));
        QCOMPARE(file->find("f32")->as_integer(), std::optional<std::int64_t>());
        QCOMPARE(file->find("yes")->as_bool(), std::optional<bool>(true));
        QCOMPARE(file->find("no")->as_bool(), std::optional<bool>(false));
        QCOMPARE(file->find("no")->as_integer(), std::optional<std::int64_t>());
        QCOMPARE(*file->find("string")->as_string(), std::string("a\0b\xff", 4));
        QCOMPARE(file->find("string")->array_size(), std::size_t{0});
        QCOMPARE(file->find("u64")->as_integer(), std::optional<std::int64_t>());
        QCOMPARE(std::get<std::uint64_t>(file->find("u64")->value), ~std::uint64_t{0});
        QCOMPARE(file->find("i64")->as_integer(), std::optional(std::numeric_limits<std::int64_t>::min()));
        QCOMPARE(file->find("f64")->as_number(), std::optional<double>(-1e300));
        QVERIFY(file->find("nothing") == nullptr);
        QVERIFY(file->find("") == nullptr);
    }

    void arrays_of_every_kind_are_read_exactly() {
        const TestFolder folder;
        QByteArray many;  // more than one piece of the reader
        for (std::uint32_t i = 0; i < 100'000; ++i) {
            many += bytes_of(static_cast<std::uint32_t>(-static_cast<std::int32_t>(i)));
        }
        const auto file = GgufFile::open(
            folder.write("x.gguf", GgufBytes()
                                       .array("u8", 0, 3, "\x01\x80\xff")
                                       .array("i8", 1, 2, "\x7f\x80")
                                       .array("i32", 5, 100'000, many)
                                       .array("u64", 10, 2, bytes_of(std::uint64_t{1}) + bytes_of(~std::uint64_t{0}))
                                       .array("f32", 6, 1, bytes_of(std::bit_cast<std::uint32_t>(0.25F)))
                                       .array("bool", 7, 3, QByteArray("\0\1\5", 3))
                                       .array("strings", 8, 3, text_bytes("one") + text_bytes("") + text_bytes("three"))
                                       .array("none", 5, 0, {})
                                       .build()));
        QVERIFY(file);
        using Signeds = GgufValue::Signeds;
        using Unsigneds = GgufValue::Unsigneds;
        QVERIFY(file->find("u8")->as_unsigneds() == (Unsigneds{1, 128, 255}));
        QVERIFY(file->find("u8")->as_integers() == (Signeds{1, 128, 255}));
        QVERIFY(file->find("i8")->as_integers() == (Signeds{127, -128}));
        QVERIFY(!file->find("i8")->as_unsigneds());
        const auto integers = file->find("i32")->as_integers();
        QVERIFY(integers && integers->size() == 100'000);
        for (std::size_t i = 0; i < integers->size(); ++i) {
            QCOMPARE((*integers)[i], -static_cast<std::int64_t>(i));
        }
        QVERIFY(file->find("u64")->as_unsigneds() == (Unsigneds{1, ~std::uint64_t{0}}));
        QVERIFY(!file->find("u64")->as_integers());
        QVERIFY(std::get<GgufValue::Floats>(file->find("f32")->value) == GgufValue::Floats{0.25});
        QVERIFY(std::get<GgufValue::Bools>(file->find("bool")->value) == (GgufValue::Bools{false, true, true}));
        QVERIFY(file->find("bool")->as_integers() == (Signeds{0, 1, 1}));
        QVERIFY(*file->find("strings")->as_strings() == (GgufValue::Strings{"one", "", "three"}));
        QVERIFY(!file->find("strings")->as_integers());
        QCOMPARE(file->find("none")->array_size(), std::size_t{0});
        QCOMPARE(file->find("none")->element_type, 5U);
        QVERIFY(file->find("u8")->as_string() == nullptr && file->find("u8")->as_strings() == nullptr);
    }

    void a_header_as_large_as_the_models_is_read() {
        constexpr std::uint64_t kTokens = 248'320;
        constexpr std::uint64_t kMerges = 247'587;
        QByteArray tokens, merges;
        for (std::uint64_t i = 0; i < kTokens; ++i) {
            tokens += text_bytes("token" + QByteArray::number(static_cast<qulonglong>(i)));
        }
        for (std::uint64_t i = 0; i < kMerges; ++i) {
            merges += text_bytes(QByteArray::number(static_cast<qulonglong>(i)) + " abcdefghijklmn");
        }
        const TestFolder folder;
        const auto file = GgufFile::open(folder.write("x.gguf", GgufBytes()
                                                                    .array("tokenizer.ggml.tokens", 8, kTokens, tokens)
                                                                    .array("tokenizer.ggml.merges", 8, kMerges, merges)
                                                                    .build()));
        QVERIFY(file);
        QCOMPARE(file->find("tokenizer.ggml.tokens")->array_size(), std::size_t{kTokens});
        QCOMPARE(file->find("tokenizer.ggml.tokens")->as_strings()->back(), std::string("token248319"));
        QCOMPARE(file->find("tokenizer.ggml.merges")->as_strings()->at(1000), std::string("1000 abcdefghijklmn"));
    }

    void as_many_keys_as_allowed_and_100000_tensors_are_read() {
        GgufBytes bytes;
        for (int i = 0; i < 65'536; ++i) {
            bytes.u32("key" + QByteArray::number(i), static_cast<std::uint32_t>(i));
        }
        for (int i = 0; i < 100'000; ++i) {
            bytes.tensor("tensor" + QByteArray::number(i), {1}, 24, static_cast<std::uint64_t>(i) * 32);
        }
        const TestFolder folder;
        const auto file = GgufFile::open(folder.write("x.gguf", bytes.build(QByteArray(100'000 * 32, '\1'))));
        QVERIFY2(file, file ? "" : file.error().message.c_str());
        QCOMPARE(file->find("key65535")->as_integer(), std::optional<std::int64_t>(65535));
        QCOMPARE(file->find_tensor("tensor99999"), &file->tensors()[99'999]);
        QVERIFY(file->find_tensor("tensor100000") == nullptr);
    }

    void counts_beyond_the_limits_are_refused() {
        const TestFolder folder;
        GgufBytes keys;
        for (int i = 0; i < 100'000; ++i) {
            keys.u32("key" + QByteArray::number(i), 0);
        }
        QVERIFY(message_for(folder, keys.build()).contains(": bad-count: the file claims 100000 metadata pairs"));
    }

    void strings_beyond_the_limits_are_refused() {
        const TestFolder folder;
        const auto with_key = [](qsizetype size) { return GgufBytes().u32(QByteArray(size, 'k'), 1).build(); };
        QCOMPARE(message_for(folder, with_key(65'535)), QString());
        QVERIFY(message_for(folder, with_key(65'536)).contains(": bad-key: "));
        const QByteArray too_long = text_bytes(QByteArray((64 << 20) + 1, 's'));
        QVERIFY(message_for(folder, GgufBytes().pair("x", 8, too_long).build()).contains(": bad-string: "));
        const auto with_name = [](qsizetype size) {
            return GgufBytes().tensor(QByteArray(size, 'n'), {1}, 24, 0).build("d");
        };
        QCOMPARE(message_for(folder, with_name(63)), QString());
        QVERIFY(message_for(folder, with_name(0)).contains(": bad-tensor-name: "));
    }

    void arrays_beyond_the_limits_are_refused() {
        const TestFolder folder;
        // The file is long enough for the elements, but made of a hole.
        const auto claimed = [&](std::uint64_t count) {
            const auto path = folder.write("x.gguf", GgufBytes().array("x", 0, count, {}).build());
            std::filesystem::resize_file(path, count + 1000);
            const auto file = GgufFile::open(path);
            return file ? QString() : QString::fromStdString(file.error().message);
        };
        QVERIFY(claimed((1 << 27) + 1).contains(": bad-array: "));
        // Each byte would take eight in memory.
        QVERIFY(claimed((1 << 26) + 1).contains(": bad-count: with 'x' the metadata takes more than 512 MiB"));
    }

    void alignment_is_taken_from_the_file_up_to_its_limit() {
        const TestFolder folder;
        const auto aligned = [](std::uint32_t alignment) {
            return GgufBytes()
                .u32("general.alignment", alignment)
                .tensor("a", {1}, 24, 0)
                .tensor("b", {1}, 24, alignment)
                .build(QByteArray("a") + QByteArray(static_cast<qsizetype>(alignment) - 1, '\0') + "b",
                       static_cast<qsizetype>(alignment));
        };
        for (const std::uint32_t alignment : {1U, 2U, 1024U, 1U << 20}) {
            const auto file = GgufFile::open(folder.write("x.gguf", aligned(alignment)));
            QVERIFY2(file, file ? "" : file.error().message.c_str());
            QCOMPARE(static_cast<char>(file->tensor_bytes(*file->find_tensor("b"))[0]), 'b');
            QCOMPARE(file->find_tensor("a")->file_offset % alignment, std::uint64_t{0});
        }
        QVERIFY(message_for(folder, aligned(1U << 21)).contains(": bad-alignment: "));
    }

    void tensors_may_lie_in_any_order_with_gaps_and_bytes_behind_them() {
        const TestFolder folder;
        const QByteArray data =
            QByteArray(64, '.') + "first" + QByteArray(27, '.') + QByteArray(32, '.') + "second" + "rest";
        const auto file = GgufFile::open(
            folder.write("x.gguf", GgufBytes().tensor("2", {3, 2}, 24, 128).tensor("1", {5}, 24, 64).build(data)));
        QVERIFY2(file, file ? "" : file.error().message.c_str());
        const auto text = [&](const char* name) {
            const auto bytes = file->tensor_bytes(*file->find_tensor(name));
            return QByteArray(reinterpret_cast<const char*>(bytes.data()), static_cast<qsizetype>(bytes.size()));
        };
        QCOMPARE(text("1"), QByteArray("first"));
        QCOMPARE(text("2"), QByteArray("second"));
        QCOMPARE(file->tensors()[0].row_count(), std::uint64_t{2});
        QCOMPARE(file->tensors()[0].value_count(), std::uint64_t{6});
    }

    void a_small_tensor_hidden_inside_a_large_one_is_refused() {
        const TestFolder folder;
        const QByteArray bytes = GgufBytes()
                                     .tensor("large", {128}, 24, 0)
                                     .tensor("behind", {32}, 24, 128)
                                     .tensor("hidden", {1}, 24, 64)
                                     .build(QByteArray(160, 'x'));
        QVERIFY(message_for(folder, bytes).contains(": bad-offset: 'large' and 'hidden' overlap"));
    }

    void a_tensor_without_dimensions_is_one_value() {
        const TestFolder folder;
        const auto file = GgufFile::open(folder.write("x.gguf", GgufBytes().tensor("a", {}, 0, 0).build("abcd")));
        QVERIFY(file);
        QCOMPARE(file->tensors()[0].bytes, std::uint64_t{4});
        QVERIFY(message_for(folder, GgufBytes().tensor("a", {}, 12, 0).build(QByteArray(144, 'x')))
                    .contains(": bad-row: "));
    }

    void every_cut_of_a_file_is_refused() {
        const TestFolder folder;
        const QByteArray whole = GgufBytes()
                                     .pair("name", 8, text_bytes("value"))
                                     .array("list", 8, 2, text_bytes("a") + text_bytes("b"))
                                     .array("numbers", 5, 2, QByteArray(8, '\1'))
                                     .tensor("t", {4}, 0, 0)
                                     .build(QByteArray(16, 'd'));
        QCOMPARE(message_for(folder, whole), QString());
        for (qsizetype size = 0; size < whole.size(); ++size) {
            QVERIFY(!message_for(folder, whole.left(size)).isEmpty());
        }
    }

    void names_from_the_file_are_escaped_and_cut_in_messages() {
        const TestFolder folder;
        const QByteArray key = QByteArray("\n\x1b[2J\xff\xe2\x80\xae", 9) + QByteArray(300, 'k');
        const QString message = message_for(folder, GgufBytes().pair(key, 77, {}).build());
        QVERIFY(message.contains("'\\u000a\\u001b[2J\\xff\\u202ekkk"));
        QVERIFY(message.size() < 250);
    }

    void a_missing_file_is_not_found() {
        const TestFolder folder;
        const auto file = GgufFile::open(folder.path("nothing.gguf"));
        QVERIFY(!file && file.error().code == ErrorCode::not_found);
    }

    void a_directory_is_refused() {
        const TestFolder folder;
        std::filesystem::create_directory(folder.path("folder.gguf"));
        const auto file = GgufFile::open(folder.path("folder.gguf"));
        QVERIFY(!file && file.error().code == ErrorCode::io_error);
    }

#ifndef _WIN32
    void a_fifo_is_refused_without_waiting() {
        const TestFolder folder;
        QCOMPARE(::mkfifo(folder.path("pipe.gguf").c_str(), 0600), 0);
        const auto file = GgufFile::open(folder.path("pipe.gguf"));
        QVERIFY(!file && file.error().code == ErrorCode::io_error);
    }

    void an_unreadable_file_is_refused() {
        if (::geteuid() == 0) {
            QSKIP("root may read everything");
        }
        const TestFolder folder;
        const auto path = folder.write("x.gguf", GgufBytes().build());
        std::filesystem::permissions(path, std::filesystem::perms::none);
        const auto file = GgufFile::open(path);
        QVERIFY(!file && file.error().code == ErrorCode::io_error);
    }

    void a_file_that_shrinks_gives_errors_and_no_crash() {
        const TestFolder folder;
        const auto path = folder.write("x.gguf", GgufBytes()
                                                     .tensor("near", {64}, 24, 0)
                                                     .tensor("far", {1 << 20}, 24, 64)
                                                     .build(QByteArray(64 + (1 << 20), 'x')));
        const auto file = GgufFile::open(path);
        QVERIFY(file && file->check_whole());
        std::filesystem::resize_file(path, std::filesystem::file_size(path) / 2);

        std::vector<std::byte> near(64), far(1 << 20);
        QVERIFY(file->read_tensor(*file->find_tensor("near"), 0, near));
        const auto read = file->read_tensor(*file->find_tensor("far"), 0, far);
        QVERIFY(!read && read.error().code == ErrorCode::io_error);
        const auto whole = file->check_whole();
        QVERIFY(!whole && whole.error().code == ErrorCode::bad_file);
        QVERIFY(whole.error().message.starts_with("x.gguf: truncated: "));

        std::filesystem::resize_file(path, 0);
        QVERIFY(!file->read_tensor(*file->find_tensor("near"), 0, near));
    }

    void a_file_that_is_deleted_or_replaced_is_still_read() {
        const TestFolder folder;
        const GgufBytes header = GgufBytes().tensor("t", {4}, 24, 0);
        const auto path = folder.write("x.gguf", header.build("abcd"));
        const auto file = GgufFile::open(path);
        QVERIFY(file);
        std::filesystem::rename(folder.write("y.gguf", header.build("wxyz")), path);
        std::vector<std::byte> read(4);
        QVERIFY(file->read_tensor(file->tensors()[0], 0, read));
        QCOMPARE(static_cast<char>(read[0]), 'a');
        std::filesystem::remove(path);
        QVERIFY(file->read_tensor(file->tensors()[0], 2, std::span(read).first(2)));
        QCOMPARE(static_cast<char>(read[0]), 'c');
        QVERIFY(file->check_whole());
    }

    void shards_may_be_links_to_files_with_other_names() {
        const TestFolder folder;
        std::filesystem::create_directory(folder.path("blobs"));
        for (const int i : {1, 2}) {
            const QString blob = QString("blobs/0123abcd%1").arg(i);
            folder.write(blob, header_of_shard(static_cast<std::uint16_t>(i - 1), 2, 0));
            std::filesystem::create_symlink(folder.path(blob), folder.path(QString("m-0000%1-of-00002.gguf").arg(i)));
        }
        const auto file = GgufFile::open(folder.path("m-00001-of-00002.gguf"));
        QVERIFY2(file, file ? "" : file.error().message.c_str());
        QCOMPARE(file->shard_count(), std::size_t{2});
    }
#endif

    void shards_are_found_whatever_their_stem_is() {
        const TestFolder folder;
        for (const QString& stem : {QString("a b.c-00001-of-00002"), QString::fromUtf8("モデル é"), QString()}) {
            folder.write(stem + "-00001-of-00002.gguf", header_of_shard(0, 2, 0));
            folder.write(stem + "-00002-of-00002.gguf", header_of_shard(1, 2, 0));
            const auto file = GgufFile::open(folder.path(stem + "-00001-of-00002.gguf"));
            QVERIFY2(file, file ? "" : file.error().message.c_str());
            QCOMPARE(file->shard_count(), std::size_t{2});
            QCOMPARE(file->total_bytes(),
                     std::uint64_t{2} * static_cast<std::uint64_t>(header_of_shard(0, 2, 0).size()));
        }
    }

    void a_set_must_be_opened_at_its_first_shard_under_its_name() {
        const TestFolder folder;
        folder.write("m-00001-of-00002.gguf", header_of_shard(0, 2, 0));
        folder.write("m-00002-of-00002.gguf", header_of_shard(1, 2, 0));
        const auto fault = [&](const QString& name) {
            const auto file = GgufFile::open(folder.path(name));
            return file ? QString() : QString::fromStdString(file.error().message);
        };
        QCOMPARE(fault("m-00001-of-00002.gguf"), QString());
        QVERIFY(fault("m-00002-of-00002.gguf").contains(": bad-split: this is file 2 of 2; open the first one"));
        folder.write("renamed.gguf", header_of_shard(0, 2, 0));
        QVERIFY(fault("renamed.gguf").contains(": bad-split: "));
        folder.write("n-00001-of-00003.gguf", header_of_shard(0, 2, 0));
        QVERIFY(fault("n-00001-of-00003.gguf").contains(": bad-split: "));
        folder.write("o-00001-of-65535.gguf", header_of_shard(0, 65535, 0));
        QVERIFY(fault("o-00001-of-65535.gguf").contains(": bad-split: 'split.count' is 65535"));
        folder.write("p-00001-of-04000.gguf", header_of_shard(0, 4000, 0));
        QVERIFY(
            fault("p-00001-of-04000.gguf").startsWith("p-00002-of-04000.gguf: bad-split: file 2 of 4000 is missing"));
        folder.write("q-00001-of-00002.gguf", header_of_shard(1, 2, 0));
        QVERIFY(fault("q-00001-of-00002.gguf").contains(": bad-split: 'split.no' is 1 instead of 0"));
    }

    void a_count_of_one_or_none_is_no_split_set() {
        const TestFolder folder;
        for (const std::uint16_t count : {std::uint16_t{0}, std::uint16_t{1}}) {
            QCOMPARE(message_for(folder, header_of_shard(0, count, 0)), QString());
        }
        QVERIFY(
            message_for(folder, GgufBytes().pair("split.count", 8, text_bytes("2")).build()).contains(": bad-split: "));
    }

    void pieces_of_a_cut_file_are_no_shards() {
        const TestFolder folder;
        const auto file = GgufFile::open(folder.write("x.gguf.part1of2", GgufBytes().build()));
        QVERIFY(!file && file.error().message.starts_with("x.gguf.part1of2: bad-split: "));
    }

    void a_copy_of_the_handle_keeps_the_file_open() {
        const TestFolder folder;
        std::optional<GgufFile> copy;
        {
            const auto file = GgufFile::open(folder.write("x.gguf", GgufBytes().tensor("t", {4}, 24, 0).build("abcd")));
            QVERIFY(file);
            copy = *file;
        }
        QCOMPARE(static_cast<char>(copy->tensor_bytes(copy->tensors()[0])[3]), 'd');
    }
};

STRATA_TEST(GgufFileTest);

#include "gguf_file_test.moc"
