#include <QtTest/QtTest>

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSet>

#include "app/catalog/model_catalog.h"
#include "app/catalog/outside_name.h"
#include "support/test_registry.h"

using namespace strata;
using namespace strata::app;

namespace {

QJsonObject builtInJson() {
    QFile file(QStringLiteral(STRATA_RESOURCES "/catalog/models-catalog.json"));
    return file.open(QIODevice::ReadOnly) ? QJsonDocument::fromJson(file.readAll()).object() : QJsonObject();
}

/// The built-in list with one value of the first entry of a list changed.
QByteArray changed(const char* list, const QString& key, const QJsonValue& value) {
    QJsonObject root = builtInJson();
    QJsonArray entries = root.value(QLatin1String(list)).toArray();
    QJsonObject entry = entries.at(0).toObject();
    entry.insert(key, value);
    entries.replace(0, entry);
    root.insert(QLatin1String(list), entries);
    return QJsonDocument(root).toJson();
}

}  // namespace

class ModelCatalogTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void the_built_in_list_can_be_read() {
        const auto read = ModelCatalog::parse(QJsonDocument(builtInJson()).toJson());
        QVERIFY2(read, read ? "" : read.error().message.c_str());
        const ModelCatalog built_in = ModelCatalog::builtIn();
        QCOMPARE(built_in.files(), read->files());
        QCOMPARE(read->hub(), QString("https://huggingface.co"));
    }

    void sizes_name_what_has_to_be_fetched() {
        const ModelCatalog catalog = ModelCatalog::builtIn();
        const CatalogSize* const fast = catalog.size("orig-Q2_0");
        QVERIFY(fast != nullptr);
        QCOMPARE(catalog.bytesOf(*fast, false), qint64{66'423'878'624});
        QCOMPARE(catalog.bytesOf(*fast, true), qint64{66'423'878'624} + 907'543'008);
        QCOMPARE(catalog.filesOf(*fast, true).back().role, FileRole::pictures);
        QCOMPARE(catalog.licenceOf(*fast)->id, QString("qwen-community-1.0"));
        QCOMPARE(fast->contexts.back(), 262'144);
    }

    void one_table_serves_five_sizes() {
        const ModelCatalog catalog = ModelCatalog::builtIn();
        const CatalogFile* const table = catalog.file("orig-Q2_0-2");
        QCOMPARE(table->role, FileRole::ngram_table);
        QSet<QString> others;
        for (const CatalogFile& other : catalog.sameContent(*table)) {
            others.insert(other.id);
            QCOMPARE(other.bytes, table->bytes);
        }
        QCOMPARE(others, QSet<QString>({"orig-IQ2_XS-2", "orig-IQ3_XXS-2", "orig-IQ3_S-2", "coder-IQ1_M-2"}));
    }

    void every_file_has_its_own_place() {
        const ModelCatalog catalog = ModelCatalog::builtIn();
        QSet<QString> places;
        for (const CatalogFile& file : catalog.files()) {
            QVERIFY2(!places.contains(file.place().toLower()), qPrintable(file.place()));
            places.insert(file.place().toLower());
        }
    }

    void the_draft_layer_has_the_published_size() {
        const DraftLayer layer = ModelCatalog::builtIn().draftLayer();
        QCOMPARE(layer.tensors.size(), std::size_t{31});
        QCOMPARE(layer.bytes(), qint64{5'214'301'696});
    }

    void what_is_not_known_stays_unknown() {
        const ModelCatalog catalog = ModelCatalog::builtIn();
        QVERIFY(catalog.file("swift-IQ2_XS-1")->sha256.isEmpty());
        QVERIFY(!catalog.file("mtp-gguf-ggmlorg-q8")->bytes);
        QVERIFY(catalog.file("mtp-gguf-ggmlorg-q8")->revision.isEmpty());
    }

    void a_list_with_a_fault_is_refused_data() {
        QTest::addColumn<QByteArray>("json");
        QTest::newRow("no json") << QByteArray("{");
        QTest::newRow("an array") << QByteArray("[]");
        QTest::newRow("nothing in it") << QByteArray("{\"schema\":1}");
        QTest::newRow("no bytes") << changed("files", "bytes", 0);
        QTest::newRow("half a byte") << changed("files", "bytes", 1.5);
        QTest::newRow("bytes as text") << changed("files", "bytes", "12");
        QTest::newRow("more bytes than any disk has") << changed("files", "bytes", 1e18);
        QTest::newRow("short hash") << changed("files", "sha256", "00ff");
        QTest::newRow("upper-case hash") << changed("files", "sha256", QString(64, 'A'));
        QTest::newRow("a way out of the folder") << changed("files", "path", "../../.bashrc");
        QTest::newRow("an absolute path") << changed("files", "path", "/etc/passwd");
        QTest::newRow("a drive") << changed("files", "path", "C:/x.gguf");
        QTest::newRow("a device") << changed("files", "folder", "NUL");
        QTest::newRow("folder with separator") << changed("files", "folder", "a/b");
        QTest::newRow("a branch as revision") << changed("files", "revision", "main");
        QTest::newRow("unknown role") << changed("files", "role", "program");
        QTest::newRow("repository without owner") << changed("files", "repository", "alone");
        QTest::newRow("twice the same id") << changed("files", "id", "orig-Q2_0-2");
        QTest::newRow("the place of another file")
            << changed("files", "path", "x/Qwen3.8-Flash-Next-GSQ-RCO-Q2_0-00002-of-00002.gguf");
        QTest::newRow("unknown file") << changed("sizes", "files", QJsonArray{"no-such"});
        QTest::newRow("unknown family") << changed("sizes", "family", "no-such");
        QTest::newRow("contexts that fall") << changed("sizes", "contexts", QJsonArray{9, 8});
        QTest::newRow("plain http") << changed("licences", "address", "http://example.com/licence");
        QTest::newRow("unknown licence") << changed("families", "licence", "no-such");
    }

    void a_list_with_a_fault_is_refused() {
        QFETCH(QByteArray, json);
        const auto read = ModelCatalog::parse(json);
        QVERIFY(!read);
        QCOMPARE(read.error().code, ErrorCode::bad_file);
        QVERIFY(!read.error().message.empty());
    }

    void a_list_of_a_newer_program_says_so() {
        QJsonObject root = builtInJson();
        root.insert("schema", 2);
        const auto read = ModelCatalog::parse(QJsonDocument(root).toJson());
        QVERIFY(!read);
        QCOMPARE(read.error().code, ErrorCode::unsupported_format);
    }

    void names_from_outside_are_checked_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<bool>("fine");
        QTest::newRow("a model") << "model-00001-of-00002.gguf" << true;
        QTest::newRow("any script") << QString::fromUtf8("модель é.gguf") << true;
        QTest::newRow("empty") << "" << false;
        QTest::newRow("up") << ".." << false;
        QTest::newRow("here") << "." << false;
        QTest::newRow("slash") << "a/b" << false;
        QTest::newRow("backslash") << "a\\b" << false;
        QTest::newRow("stream") << "a:b" << false;
        QTest::newRow("zero") << QString("a\0b").left(1) + QChar(0) + "b" << false;
        QTest::newRow("control") << "a\nb" << false;
        QTest::newRow("dot at the end") << "a." << false;
        QTest::newRow("blank at the end") << "a " << false;
        QTest::newRow("device") << "con.txt" << false;
        QTest::newRow("port") << "COM1" << false;
        QTest::newRow("superscript port") << QString::fromUtf8("LPT².gguf") << false;
        QTest::newRow("starts like a port") << "COM10.gguf" << true;
        QTest::newRow("as long as may be") << QString(120, 'a') << true;
        QTest::newRow("too long") << QString(121, 'a') << false;
    }

    void names_from_outside_are_checked() {
        QFETCH(QString, name);
        QFETCH(bool, fine);
        QCOMPARE(isSafeName(name), fine);
    }
};

STRATA_TEST(ModelCatalogTest);

#include "model_catalog_test.moc"
