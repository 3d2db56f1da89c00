#include "gguf/gguf_writer.h"

#include <QtTest/QtTest>

#include <QDir>

#include <limits>
#ifdef __linux__
#include <sys/resource.h>

#include <csignal>
#endif

#include "base/error.h"
#include "gguf_bytes.h"
#include "support/test_registry.h"

using namespace strata;
using namespace strata::testing;

namespace {

QByteArray content(const std::filesystem::path& path) {
    QFile file(QString::fromStdU16String(path.u16string()));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

std::span<const std::byte> as_bytes(const QByteArray& data) {
    return std::as_bytes(std::span(data.constData(), static_cast<std::size_t>(data.size())));
}

std::filesystem::path fixture(const char* name) {
    return std::filesystem::path(STRATA_TEST_FIXTURES "/gguf-bad") / name;
}

/// Adds everything of a file to a writer.
void copy_to(GgufWriter& writer, const GgufFile& file) {
    for (const auto& [key, value] : file.metadata()) {
        writer.add_value(key, value);
    }
    for (const TensorInfo& tensor : file.tensors()) {
        writer.add_tensor(tensor.name, tensor.type, std::span(tensor.dims).first(tensor.dim_count),
                          file.tensor_bytes(tensor));
    }
}

constexpr std::array<std::uint64_t, 1> kFour{4};

}  // namespace

class GgufWriterTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void what_was_written_is_read_back() {
        const TestFolder folder;
        const std::array<std::int32_t, 3> integers{-1, 0, std::numeric_limits<std::int32_t>::max()};
        const std::array<std::uint64_t, 2> large{0, ~std::uint64_t{0}};
        const std::array<std::string, 3> words{"one", "", std::string("a\0\xff", 3)};
        GgufWriter writer;
        writer.add_string("general.architecture", "qwen4exp");
        writer.add_u32("u32", 4'000'000'000U);
        writer.add_u16("u16", 65535);
        writer.add_i32("i32", -5);
        writer.add_f32("f32", 1e-6F);
        writer.add_bool("bool", true);
        writer.add_i32s("i32s", integers);
        writer.add_u64s("u64s", large);
        writer.add_bools("bools", {true, false, true});
        writer.add_strings("strings", words);
        const QByteArray plain = "0123456789abcdef";
        writer.add_tensor("plain", QuantType::F32, kFour, as_bytes(plain));
        const std::array<std::uint64_t, 2> dims{32, 5};
        std::vector<std::pair<std::uint64_t, std::size_t>> calls;
        writer.add_tensor("filled", QuantType::Q8_0, dims, 2 * 34, [&](std::uint64_t offset, std::span<std::byte> out) {
            calls.emplace_back(offset, out.size());
            std::ranges::fill(out, static_cast<std::byte>(offset / 34));
            return Result<void>();
        });
        QVERIFY(writer.write(folder.path("x.gguf")));

        QVERIFY(calls == (std::vector<std::pair<std::uint64_t, std::size_t>>{{0, 68}, {68, 68}, {136, 34}}));
        const auto file = GgufFile::open(folder.path("x.gguf"));
        QVERIFY2(file, file ? "" : file.error().message.c_str());
        QCOMPARE(file->version(), 3U);
        QCOMPARE(file->metadata().size(), std::size_t{10});
        QCOMPARE(*file->find("general.architecture")->as_string(), std::string("qwen4exp"));
        QCOMPARE(file->find("u32")->type, 4U);
        QCOMPARE(file->find("u32")->as_integer(), std::optional<std::int64_t>(4'000'000'000));
        QCOMPARE(file->find("u16")->type, 2U);
        QCOMPARE(file->find("i32")->as_integer(), std::optional<std::int64_t>(-5));
        QCOMPARE(file->find("f32")->as_number(), std::optional<double>(static_cast<double>(1e-6F)));
        QCOMPARE(file->find("bool")->as_bool(), std::optional<bool>(true));
        QVERIFY(file->find("i32s")->as_integers() == (GgufValue::Signeds{-1, 0, 2147483647}));
        QVERIFY(file->find("u64s")->as_unsigneds() == (GgufValue::Unsigneds{0, ~std::uint64_t{0}}));
        QVERIFY(std::get<GgufValue::Bools>(file->find("bools")->value) == (GgufValue::Bools{true, false, true}));
        QVERIFY(*file->find("strings")->as_strings() == GgufValue::Strings(words.begin(), words.end()));
        const auto bytes = file->tensor_bytes(*file->find_tensor("plain"));
        QVERIFY(std::ranges::equal(bytes, as_bytes(plain)));
        const TensorInfo& filled = *file->find_tensor("filled");
        QVERIFY(filled.dim_count == 2 && filled.dims[0] == 32 && filled.dims[1] == 5 && filled.type == QuantType::Q8_0);
        QCOMPARE(static_cast<int>(file->tensor_bytes(filled)[169]), 4);
        QCOMPARE(filled.file_offset % 32, std::uint64_t{0});
    }

    void a_copy_of_a_file_has_the_same_bytes_data() {
        QTest::addColumn<bool>("unused");
        for (const char* name : {"valid_unicode.gguf", "valid_no_tensors.gguf", "valid_align_4096.gguf"}) {
            QTest::newRow(name) << true;
        }
    }

    void a_copy_of_a_file_has_the_same_bytes() {
        const TestFolder folder;
        const auto original = fixture(QTest::currentDataTag());
        const auto file = GgufFile::open(original);
        QVERIFY(file);
        GgufWriter writer;
        copy_to(writer, *file);
        QVERIFY(writer.write(folder.path("copy.gguf")));
        QCOMPARE(content(folder.path("copy.gguf")), content(original));
    }

    void values_of_every_type_keep_their_type_in_a_copy() {
        const TestFolder folder;
        GgufBytes bytes;
        for (std::uint32_t type = 0; type <= 12; ++type) {
            if (type == 8 || type == 9) {
                continue;
            }
            const QByteArray value = QByteArray("\1\2\3\4\5\6\7\x41")
                                         .left(type >= 10               ? 8
                                               : type >= 4 && type <= 6 ? 4
                                               : type == 2 || type == 3 ? 2
                                                                        : 1);
            bytes.pair("scalar" + QByteArray::number(type), type, value);
            bytes.array("array" + QByteArray::number(type), type, 3, value + value + value);
        }
        const auto path = folder.write("x.gguf", bytes.build());
        const auto file = GgufFile::open(path);
        QVERIFY2(file, file ? "" : file.error().message.c_str());
        GgufWriter writer;
        copy_to(writer, *file);
        QVERIFY(writer.write(folder.path("copy.gguf")));
        QCOMPARE(content(folder.path("copy.gguf")), content(path));
    }

    void a_file_that_was_there_is_replaced() {
        const TestFolder folder;
        folder.write("x.gguf", "something else");
        GgufWriter writer;
        writer.add_u32("a", 1);
        QVERIFY(writer.write(folder.path("x.gguf")));
        QVERIFY(GgufFile::open(folder.path("x.gguf")));
        QCOMPARE(folder.names(), QStringList{"x.gguf"});
    }

    void a_filler_that_fails_leaves_everything_as_it_was() {
        const TestFolder folder;
        folder.write("x.gguf", "as it was");
        GgufWriter writer;
        const std::array<std::uint64_t, 1> dims{100};
        writer.add_tensor("t", QuantType::F32, dims, 40,
                          [](std::uint64_t offset, std::span<std::byte>) -> Result<void> {
                              if (offset == 80) {
                                  return fail(ErrorCode::out_of_memory, "no more");
                              }
                              return {};
                          });
        const auto written = writer.write(folder.path("x.gguf"));
        QVERIFY(!written && written.error().code == ErrorCode::out_of_memory);
        QCOMPARE(folder.names(), QStringList{"x.gguf"});
        QCOMPARE(content(folder.path("x.gguf")), QByteArray("as it was"));
    }

    void a_folder_that_is_not_there_is_an_error() {
        const TestFolder folder;
        GgufWriter writer;
        const auto written = writer.write(folder.path("none/x.gguf"));
        QVERIFY(!written && written.error().code == ErrorCode::io_error);
    }

#ifdef __linux__
    void a_full_disk_is_an_error_and_leaves_nothing_behind() {
        const TestFolder folder;
        rlimit before = {};
        getrlimit(RLIMIT_FSIZE, &before);
        const rlimit small{64 * 1024, before.rlim_max};
        const auto old_handler = std::signal(SIGXFSZ, SIG_IGN);
        setrlimit(RLIMIT_FSIZE, &small);
        GgufWriter writer;
        const std::array<std::uint64_t, 1> dims{1 << 20};
        writer.add_tensor("t", QuantType::I8, dims, 4096,
                          [](std::uint64_t, std::span<std::byte>) { return Result<void>(); });
        const auto written = writer.write(folder.path("x.gguf"));
        setrlimit(RLIMIT_FSIZE, &before);
        std::signal(SIGXFSZ, old_handler);
        QVERIFY(!written && written.error().code == ErrorCode::io_error);
        QCOMPARE(folder.names(), QStringList());
    }
#endif

    void what_no_reader_would_take_is_not_written_data() {
        QTest::addColumn<int>("what");
        for (const char* name :
             {"key twice", "empty key", "tensor twice", "long tensor name", "five dimensions", "empty dimension",
              "row not of blocks", "too large", "wrong byte count", "pieces of nothing", "alignment of 3",
              "value of another type", "number too large for its type", "sum too large"}) {
            QTest::newRow(name) << 0;
        }
    }

    void what_no_reader_would_take_is_not_written() {
        const TestFolder folder;
        GgufWriter writer;
        add_wrongly(writer, QTest::currentDataTag());
        const auto written = writer.write(folder.path("x.gguf"));
        QVERIFY(!written);
        QVERIFY2(written.error().code == ErrorCode::invalid_argument, written.error().message.c_str());
        QCOMPARE(folder.names(), QStringList());
    }

private:
    static void add_wrongly(GgufWriter& writer, const QString& what) {
        const QByteArray data(1024, 'x');
        const auto fill = [](std::uint64_t, std::span<std::byte>) { return Result<void>(); };
        const auto tensor = [&](std::string_view name, std::vector<std::uint64_t> dims, QuantType type,
                                qsizetype bytes) {
            writer.add_tensor(name, type, dims, as_bytes(data).first(static_cast<std::size_t>(bytes)));
        };
        const auto value = [&](std::uint32_t type, auto held) {
            GgufValue made;
            made.type = type;
            made.value = held;
            writer.add_value("x", made);
        };
        if (what == "key twice") {
            writer.add_u32("a", 1);
            writer.add_bool("a", true);
        } else if (what == "empty key") {
            writer.add_u32("", 1);
        } else if (what == "tensor twice") {
            tensor("a", {4}, QuantType::I8, 4);
            tensor("a", {4}, QuantType::I8, 4);
        } else if (what == "long tensor name") {
            tensor(std::string(64, 'n'), {4}, QuantType::I8, 4);
        } else if (what == "five dimensions") {
            tensor("a", {1, 1, 1, 1, 1}, QuantType::I8, 1);
        } else if (what == "empty dimension") {
            tensor("a", {4, 0}, QuantType::I8, 0);
        } else if (what == "row not of blocks") {
            tensor("a", {33}, QuantType::Q8_0, 34);
        } else if (what == "too large") {
            writer.add_tensor("a", QuantType::F32, std::array<std::uint64_t, 2>{1ULL << 33, 1ULL << 31}, 32, fill);
        } else if (what == "sum too large") {
            for (int i = 0; i < 20; ++i) {
                writer.add_tensor(std::to_string(i), QuantType::I8, std::array<std::uint64_t, 1>{1ULL << 59}, 32, fill);
            }
        } else if (what == "wrong byte count") {
            tensor("a", {4}, QuantType::I8, 5);
        } else if (what == "pieces of nothing") {
            writer.add_tensor("a", QuantType::I8, kFour, 0, fill);
        } else if (what == "alignment of 3") {
            writer.add_u32("general.alignment", 3);
        } else if (what == "value of another type") {
            value(8, std::uint64_t{1});
        } else if (what == "number too large for its type") {
            value(0, std::uint64_t{256});
        }
    }
};

STRATA_TEST(GgufWriterTest);

#include "gguf_writer_test.moc"
