#include <QtTest/QtTest>

#include <QCryptographicHash>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#ifdef __linux__
#include <sys/resource.h>
#endif

#include "gguf/gguf_file.h"
#include "support/test_registry.h"

using namespace strata;

namespace {

QString fixture(const QString& name) {
    return QStringLiteral(STRATA_TEST_FIXTURES "/gguf-bad/") + name;
}

QJsonObject manifest() {
    QFile file(fixture("manifest.json"));
    return file.open(QIODevice::ReadOnly) ? QJsonDocument::fromJson(file.readAll()).object() : QJsonObject();
}

/// The most memory that this process ever had, where the system tells; else 0.
long peak_mib() {
#ifdef __linux__
    rusage usage = {};
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss / 1024;
#else
    return 0;
#endif
}

std::filesystem::path path_of(const QString& name) {
    return std::filesystem::path(fixture(name).toStdU16String());
}

QByteArray sha256(std::span<const std::byte> bytes) {
    const QByteArray data(reinterpret_cast<const char*>(bytes.data()), static_cast<qsizetype>(bytes.size()));
    return QCryptographicHash::hash(data, QCryptographicHash::Sha256).toHex();
}

/// True if a metadata value is what the manifest wants: a string, an integer, or a list of strings.
bool equals(const GgufValue& value, const QJsonValue& wanted) {
    if (wanted.isString()) {
        return value.as_string() != nullptr && *value.as_string() == wanted.toString().toStdString();
    }
    if (wanted.isDouble()) {
        return value.as_integer() == wanted.toInteger();
    }
    const QJsonArray list = wanted.toArray();
    if (value.type != 9 || value.array_size() != static_cast<std::size_t>(list.size())) {
        return false;
    }
    for (qsizetype i = 0; i < list.size(); ++i) {
        if (value.as_strings()->at(static_cast<std::size_t>(i)) != list[i].toString().toStdString()) {
            return false;
        }
    }
    return true;
}

}  // namespace

class GgufFixturesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void bad_files_are_refused_with_the_right_fault_data() { add_cases("reject"); }

    void bad_files_are_refused_with_the_right_fault() {
        const QString path = QTest::currentDataTag();
        QFETCH(QJsonObject, entry);
        const long peak_before = peak_mib();

        const Result<GgufFile> file = GgufFile::open(path_of(path));

        QVERIFY2(!file, "the file was accepted");
        QVERIFY(peak_mib() - peak_before <= manifest()["limits"].toObject()["extra_memory_mib"].toInt());
        const QString message = QString::fromStdString(file.error().message);
        const QStringList parts = message.split(": ");
        QVERIFY2(parts.size() >= 3, qPrintable(message));
        QVERIFY2(parts[0].endsWith(".gguf"), qPrintable(message));
        QStringList kinds{entry["kind"].toString()};
        for (const QJsonValue other : entry["also_ok"].toArray()) {
            kinds << other.toString();
        }
        QVERIFY2(kinds.contains(parts[1]), qPrintable(message));
        const bool version = parts[1] == "bad-version" || parts[1] == "bad-endian";
        QVERIFY(file.error().code == (version ? ErrorCode::unsupported_format : ErrorCode::bad_file));
        QVERIFY(message.isValidUtf16() && message.size() < 400);
    }

    void odd_but_valid_files_are_read_data() { add_cases("accept"); }

    void odd_but_valid_files_are_read() {
        QFETCH(QJsonObject, entry);
        const Result<GgufFile> file = GgufFile::open(path_of(QTest::currentDataTag()));
        QVERIFY2(file, file ? "" : file.error().message.c_str());
        const QJsonObject metadata = entry["metadata"].toObject();
        for (const QString& key : metadata.keys()) {
            const GgufValue* value = file->find(key.toStdString());
            QVERIFY2(value != nullptr && equals(*value, metadata[key]), qPrintable(key));
        }
        const QJsonArray wanted = entry["tensors"].toArray();
        QCOMPARE(file->tensors().size(), static_cast<std::size_t>(wanted.size()));
        for (qsizetype i = 0; i < wanted.size(); ++i) {
            check_tensor(*file, file->tensors()[static_cast<std::size_t>(i)], wanted[i].toObject());
        }
    }

private:
    void add_cases(const QString& expect) {
        QTest::addColumn<QJsonObject>("entry");
        for (const QJsonValue entry : manifest()["cases"].toArray()) {
            if (entry["expect"].toString() == expect) {
                QTest::newRow(qUtf8Printable(entry["path"].toString())) << entry.toObject();
            }
        }
    }

    static void check_tensor(const GgufFile& file, const TensorInfo& tensor, const QJsonObject& wanted) {
        QCOMPARE(QString::fromStdString(tensor.name), wanted["name"].toString());
        QCOMPARE(file.find_tensor(tensor.name), &tensor);
        QCOMPARE(static_cast<int>(tensor.type), wanted["type_id"].toInt());
        QCOMPARE(tensor.bytes, static_cast<std::uint64_t>(wanted["bytes"].toInteger()));
        const QJsonArray dims = wanted["dims"].toArray();
        QCOMPARE(tensor.dim_count, static_cast<std::uint32_t>(dims.size()));
        for (qsizetype d = 0; d < 4; ++d) {
            QCOMPARE(tensor.dims[static_cast<std::size_t>(d)],
                     static_cast<std::uint64_t>(d < dims.size() ? dims[d].toInteger() : 1));
        }
        QCOMPARE(sha256(file.tensor_bytes(tensor)), wanted["sha256"].toString().toLatin1());
        std::vector<std::byte> copy(tensor.bytes);
        QVERIFY(file.read_tensor(tensor, 0, copy));
        QCOMPARE(sha256(copy), wanted["sha256"].toString().toLatin1());
    }
};

STRATA_TEST(GgufFixturesTest);

#include "gguf_fixtures_test.moc"
