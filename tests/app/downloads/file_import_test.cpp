#include <QtTest/QtTest>

#include <QDir>
#include <QSignalSpy>
#include <QTemporaryDir>

#include "app/catalog/installed_models.h"
#include "app/downloads/file_import.h"
#include "app/downloads/resume_record.h"
#include "support/small_catalog.h"
#include "support/test_registry.h"

using namespace strata::app;
using namespace strata::testing;

namespace {

constexpr int kPatience = 60'000;

}  // namespace

class FileImportTest : public QObject {
    Q_OBJECT

    std::vector<FoundFile> examine(FileImport& import, const QStringList& paths, const QString& wanted) {
        QSignalSpy examined(&import, &FileImport::examined);
        import.examine(paths, wanted);
        return examined.wait(kPatience) ? examined[0][0].value<std::vector<FoundFile>>() : std::vector<FoundFile>();
    }

private Q_SLOTS:
    void files_are_told_by_their_content_and_not_by_their_names() {
        const QTemporaryDir folder;
        put(folder.filePath("misnamed.gguf"), weights());
        FileImport import(smallCatalog());
        const auto found = examine(import, {folder.path()}, "a");
        QCOMPARE(found.size(), std::size_t{1});
        QCOMPARE(found[0].kind, FoundKind::wanted);
        QCOMPARE(found[0].file, QString("a-1"));
    }

    void each_wrong_file_gets_its_reason() {
        const QTemporaryDir folder;
        QByteArray damaged = weights();
        damaged[damaged.size() - 1] = static_cast<char>(~damaged[damaged.size() - 1]);
        put(folder.filePath("1-damaged.gguf"), damaged);
        put(folder.filePath("2-cut.gguf"), weights().left(weights().size() / 2));
        put(folder.filePath("3-page.gguf"), "<html>");
        put(folder.filePath("4-other.gguf"), weights());
        put(folder.filePath("5-table.gguf"), table());
        FileImport import(smallCatalog());
        const QStringList paths = {folder.filePath("1-damaged.gguf"), folder.filePath("2-cut.gguf"),
                                   folder.filePath("3-page.gguf"), folder.filePath("4-other.gguf"),
                                   folder.filePath("5-table.gguf")};
        const auto found = examine(import, paths, "b");
        QCOMPARE(found.size(), std::size_t{5});
        QCOMPARE(found[0].kind, FoundKind::changed);
        QCOMPARE(found[1].kind, FoundKind::incomplete);
        QCOMPARE(found[2].kind, FoundKind::no_model);
        QVERIFY(!found[2].reason.isEmpty());
        QCOMPARE(found[3].kind, FoundKind::other_known);
        QCOMPARE(found[3].size, QString("a"));
        QCOMPARE(found[4].kind, FoundKind::wanted);  // the chosen size needs the same table
        QCOMPARE(found[4].file, QString("b-2"));
    }

    void what_is_taken_gets_its_place_and_mark_data() {
        QTest::addColumn<ImportAction>("action");
        QTest::addColumn<bool>("stays");
        QTest::newRow("in place") << ImportAction::in_place << true;
        QTest::newRow("copy") << ImportAction::copy << true;
        QTest::newRow("move") << ImportAction::move << false;
    }

    void what_is_taken_gets_its_place_and_mark() {
        QFETCH(ImportAction, action);
        QFETCH(bool, stays);
        const QTemporaryDir folder;
        const QString source = folder.filePath("from/mine.gguf");
        put(source, weights());
        const ModelCatalog catalog = smallCatalog();
        FileImport import(catalog);
        const auto found = examine(import, {source}, "a");
        QSignalSpy finished(&import, &FileImport::finished);
        import.take(found, action, folder.filePath("models"));
        QVERIFY(finished.wait(kPatience));
        const QString path = folder.filePath("models/a/a-00001-of-00002.gguf");
        QCOMPARE(contentOf(path), weights());
        QCOMPARE(QFile::exists(source), stays);
        QVERIFY(readFinishMark(finishMarkPath(path)));
        QCOMPARE(QDir(folder.filePath("models/a")).entryList(QDir::Files).size(), 2);
        const auto models = findInstalledModels(catalog, folder.filePath("models"));
        QCOMPARE(models.size(), std::size_t{1});
        QVERIFY(!models[0].complete);
    }

    void a_file_that_changes_meanwhile_is_not_taken() {
        const QTemporaryDir folder;
        const QString source = folder.filePath("mine.gguf");
        put(source, weights());
        FileImport import(smallCatalog());
        const auto found = examine(import, {source}, "a");
        put(source, QByteArray(weights().size(), 'x'));
        QSignalSpy failed(&import, &FileImport::failed);
        import.take(found, ImportAction::copy, folder.filePath("models"));
        QVERIFY(failed.wait(kPatience));
        QCOMPARE(QDir(folder.filePath("models/a")).entryList(QDir::Files), QStringList());
    }

    void deleting_a_model_keeps_what_another_needs() {
        const QTemporaryDir folder;
        const ModelCatalog catalog = smallCatalog();
        const QString models = folder.filePath("models");
        for (const QString& id : QStringList{"a-1", "a-2", "b-1", "eyes"}) {
            const CatalogFile& file = *catalog.file(id);
            const QString path = QDir(models).filePath(file.place());
            put(path, id == "a-1"    ? weights()
                      : id == "a-2"  ? table()
                      : id == "eyes" ? pictures()
                                     : weights() + QByteArray(4096, '\0'));
            FinishMark mark;
            mark.bytes = *file.bytes;
            mark.sha256 = file.sha256;
            QVERIFY(writeFinishMark(finishMarkPath(path), mark));
        }
        const QString table_of_b = QDir(models).filePath(catalog.file("b-2")->place());
        QVERIFY(linkFile(QDir(models).filePath(catalog.file("a-2")->place()), table_of_b));
        QVERIFY(QFile::copy(finishMarkPath(QDir(models).filePath(catalog.file("a-2")->place())),
                            finishMarkPath(table_of_b)));
        put(QDir(models).filePath("a/notes.txt"), "mine");

        auto installed = findInstalledModels(catalog, models);
        QCOMPARE(installed.size(), std::size_t{2});
        QVERIFY(installed[0].complete && installed[1].complete);
        QCOMPARE(installed[0].bytes_own, weights().size());
        QCOMPARE(installed[0].bytes, weights().size() + table().size());

        const auto refused = deleteModel(catalog, models, "a", installed[0].path);
        QVERIFY(!refused);
        QCOMPARE(refused.error().fault, DiskFault::locked);
        const auto back = deleteModel(catalog, models, "a", QString());
        QVERIFY(back);
        QCOMPARE(*back, weights().size());
        QCOMPARE(QDir(models + "/a").entryList(QDir::Files), QStringList("notes.txt"));
        QCOMPARE(contentOf(table_of_b), table());
        installed = findInstalledModels(catalog, models);
        QCOMPARE(installed.size(), std::size_t{1});
        QVERIFY(installed[0].complete);
        QVERIFY(!installed[0].pictures.isEmpty());
        QVERIFY(deleteModel(catalog, models, "b", QString()));
        QVERIFY(!QDir(models + "/pictures").exists());
    }
};

STRATA_TEST(FileImportTest);

#include "file_import_test.moc"
