#include "app/downloads/folder_move.h"

#include <QtTest/QtTest>

#include <QSignalSpy>

#include "app/catalog/installed_models.h"
#include "app/downloads/resume_record.h"
#include "support/small_catalog.h"
#include "support/test_registry.h"

using namespace strata::app;
using namespace strata::testing;

namespace {

constexpr int kPatience = 60'000;

/// A model folder with one whole size and a note of the person, and a place to go.
struct MoveBench {
    const QTemporaryDir folder;
    const ModelCatalog catalog = smallCatalog();
    const QString from = folder.filePath("from"), to = folder.filePath("to");
    FolderMove move;

    MoveBench() {
        add("a-1", weights());
        add("a-2", table());
        put(from + "/a/notes.txt", "mine");
    }
    QString place(const char* id) const { return catalog.file(id)->place(); }
    void add(const char* id, const QByteArray& content) const {
        put(QDir(from).filePath(place(id)), content);
        FinishMark mark;
        mark.id = id;
        mark.bytes = content.size();
        mark.sha256 = catalog.file(id)->sha256;
        QVERIFY(writeFinishMark(finishMarkPath(QDir(from).filePath(place(id))), mark));
    }
    bool copyAll() {
        QSignalSpy copied(&move, &FolderMove::copied);
        move.copy(from, to);
        return copied.wait(kPatience);
    }
    bool isWholeIn(const QString& where) const {
        const auto models = findInstalledModels(catalog, where);
        return models.size() == 1 && models[0].complete;
    }
};

}  // namespace

class FolderMoveTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void both_folders_are_whole_until_the_old_one_is_cleaned() {
        MoveBench bench;
        QVERIFY(bench.copyAll());
        QVERIFY(bench.isWholeIn(bench.from));
        QVERIFY(bench.isWholeIn(bench.to));
        QSignalSpy cleaned(&bench.move, &FolderMove::cleaned);
        bench.move.clean(bench.to);
        QVERIFY(cleaned.wait(kPatience));
        QVERIFY(cleaned[0][0].toBool());
        QVERIFY(bench.isWholeIn(bench.to));
        QCOMPARE(QDir(bench.from + "/a").entryList(QDir::Files), QStringList("notes.txt"));
    }

    void an_interrupted_move_goes_on_where_it_was() {
        MoveBench bench;
        // As if it had been stopped after the first file, in the middle of the second.
        const QString first = QDir(bench.to).filePath(bench.place("a-1"));
        put(first, weights());
        QVERIFY(QFile::copy(finishMarkPath(QDir(bench.from).filePath(bench.place("a-1"))), finishMarkPath(first)));
        put(QDir(bench.to).filePath(bench.place("a-2")) + ".import", "half");
        QVERIFY(bench.copyAll());
        QVERIFY(bench.isWholeIn(bench.to));
    }

    void what_an_earlier_start_did_not_clean_is_cleaned_later() {
        MoveBench bench;
        QVERIFY(bench.copyAll());
        FolderMove later;
        QSignalSpy cleaned(&later, &FolderMove::cleaned);
        later.clean(bench.to);
        QVERIFY(cleaned.wait(kPatience));
        QVERIFY(findInstalledModels(bench.catalog, bench.from).empty());
        QVERIFY(!QFile::exists(bench.to + "/moved-from"));
    }

    void an_old_file_whose_new_one_is_not_whole_is_kept() {
        MoveBench bench;
        QVERIFY(bench.copyAll());
        QVERIFY(QFile::remove(finishMarkPath(QDir(bench.to).filePath(bench.place("a-1")))));
        QSignalSpy cleaned(&bench.move, &FolderMove::cleaned);
        bench.move.clean(bench.to);
        QVERIFY(cleaned.wait(kPatience));
        QVERIFY(!cleaned[0][0].toBool());
        QCOMPARE(contentOf(QDir(bench.from).filePath(bench.place("a-1"))), weights());
    }

    void a_foreign_file_in_the_way_ends_it_with_the_old_folder_whole() {
        MoveBench bench;
        put(QDir(bench.to).filePath(bench.place("a-2")), "mine");
        QSignalSpy failed(&bench.move, &FolderMove::failed);
        bench.move.copy(bench.from, bench.to);
        QVERIFY(failed.wait(kPatience));
        QVERIFY(bench.isWholeIn(bench.from));
        QCOMPARE(contentOf(QDir(bench.to).filePath(bench.place("a-2"))), QByteArray("mine"));
    }
};

STRATA_TEST(FolderMoveTest);

#include "folder_move_test.moc"
