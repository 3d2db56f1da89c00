#include <QtTest/QtTest>

#include <QDir>
#include <QFile>

#include <random>

#include "gguf/gguf_file.h"
#include "gguf_bytes.h"
#include "support/test_registry.h"

using namespace strata;
using namespace strata::testing;

namespace {

QByteArray fixture(const QString& name) {
    QFile file(QStringLiteral(STRATA_TEST_FIXTURES "/gguf-bad/") + name);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// Changes that find the edges of a reader: single bits and bytes, extreme integers, cuts, moved pieces.
class Mutator {
public:
    explicit Mutator(std::uint32_t seed) : random_(seed) {}

    QByteArray mutate(QByteArray bytes) {
        const std::uint32_t changes = 1 + below(4);
        for (std::uint32_t i = 0; i < changes && !bytes.isEmpty(); ++i) {
            change(bytes);
        }
        return bytes;
    }

private:
    std::uint32_t below(std::uint32_t limit) { return static_cast<std::uint32_t>(random_() % limit); }

    qsizetype place_in(const QByteArray& bytes) {
        return static_cast<qsizetype>(below(static_cast<std::uint32_t>(bytes.size())));
    }

    void change(QByteArray& bytes) {
        const qsizetype at = place_in(bytes);
        switch (below(7)) {
            case 0:
                bytes[at] = static_cast<char>(bytes[at] ^ (1 << below(8)));
                break;
            case 1:
                bytes[at] = static_cast<char>(random_());
                break;
            case 2:
                bytes.truncate(at);
                break;
            case 3:
                bytes.replace(at, 8, bytes_of(extreme()));
                break;
            case 4:
                bytes.replace(at, 4, bytes_of(static_cast<std::uint32_t>(below(16))));
                break;
            case 5:
                bytes.remove(at, 1 + static_cast<qsizetype>(below(16)));
                break;
            default:
                bytes.insert(at, bytes.mid(place_in(bytes), 1 + static_cast<qsizetype>(below(64))));
                break;
        }
    }

    std::uint64_t extreme() {
        const std::uint64_t power = std::uint64_t{1} << below(64);
        switch (below(4)) {
            case 0:
                return power;
            case 1:
                return power - 1;
            case 2:
                return ~power;
            default:
                return std::uint64_t{0} - power;
        }
    }

    std::mt19937 random_;
};

/// Uses everything that an opened file offers, so that a wrong size or offset shows.
std::uint64_t touch(const GgufFile& file) {
    std::uint64_t sum = 0;
    for (const auto& [key, value] : file.metadata()) {
        sum += printable(key).size() + value.array_size() + (file.find(key) == &value ? 1 : 0);
    }
    for (const TensorInfo& tensor : file.tensors()) {
        for (const std::byte b : file.tensor_bytes(tensor)) {
            sum += static_cast<std::uint64_t>(b);
        }
        std::vector<std::byte> last(1);
        if (!file.read_tensor(tensor, tensor.bytes - 1, last) || file.find_tensor(tensor.name) != &tensor) {
            return 0;
        }
    }
    return sum + 1;
}

}  // namespace

class GgufFuzzTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void changed_files_open_or_are_refused_but_never_crash_data() {
        QTest::addColumn<QString>("seed_file");
        for (const char* name :
             {"valid_v2.gguf", "valid_no_tensors.gguf", "valid_unicode.gguf", "array_nested.gguf", "offset_wrap.gguf",
              "padded_sum_wrap.gguf", "string_array_count.gguf", "overlap.gguf"}) {
            QTest::newRow(name) << QString(name);
        }
    }

    void changed_files_open_or_are_refused_but_never_crash() {
        QFETCH(QString, seed_file);
        const QByteArray seed = fixture(seed_file);
        QVERIFY(!seed.isEmpty());
        const TestFolder folder;
        Mutator mutator(static_cast<std::uint32_t>(qHash(seed_file.toLatin1(), 1)));
        int refused = 0;
        for (int i = 0; i < 2000; ++i) {
            const auto file = GgufFile::open(folder.write("x.gguf", mutator.mutate(seed)));
            if (file) {
                QVERIFY(touch(*file) != 0);
            } else {
                QVERIFY(!file.error().message.empty());
                ++refused;
            }
        }
        QVERIFY(refused > 200);
    }

    void changed_split_sets_open_or_are_refused_but_never_crash() {
        const TestFolder folder;
        const QString name = QStringLiteral("m-0000%1-of-00003.gguf");
        std::vector<QByteArray> shards;
        for (int i = 1; i <= 3; ++i) {
            shards.push_back(fixture("valid_split3/" + name.arg(i)));
            folder.write(name.arg(i), shards.back());
        }
        Mutator mutator(3);
        for (int i = 0; i < 3000; ++i) {
            const int changed = i % 3;
            const QByteArray& original = shards[static_cast<std::size_t>(changed)];
            folder.write(name.arg(changed + 1), mutator.mutate(original));
            const auto file = GgufFile::open(folder.path(name.arg(1)));
            QVERIFY(file ? touch(*file) != 0 : !file.error().message.empty());
            folder.write(name.arg(changed + 1), original);
        }
    }
};

STRATA_TEST(GgufFuzzTest);

#include "gguf_fuzz_test.moc"
