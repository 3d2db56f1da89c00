#include "app/model_locator.h"

#include <QtTest/QtTest>

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

#include "support/test_registry.h"

using namespace strata::app;

namespace {

const QString kFileName = QStringLiteral("strata-mini-q4_k_s.gguf");

QString makeFile(const QString& folder, const QString& name) {
    QDir().mkpath(folder);
    QFile file(QDir(folder).filePath(name));
    return file.open(QIODevice::WriteOnly) ? file.fileName() : QString();
}

}  // namespace

class ModelLocatorTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void looks_beside_the_program_then_in_its_share_folder() {
        const QStringList folders = builtInModelFolders(QStringLiteral("/opt/strata/bin"));
        QCOMPARE(folders.value(0), QStringLiteral("/opt/strata/bin/models"));
        QCOMPARE(folders.value(1), QStringLiteral("/opt/strata/share/strata-desktop/models"));
        QVERIFY(folders.value(2).endsWith(QStringLiteral("/resources/models")));
    }

    void finds_the_built_in_model_in_the_first_folder_that_has_it() {
        const QTemporaryDir root;
        const QString second = makeFile(root.filePath("second"), kFileName);
        const QString third = makeFile(root.filePath("third"), kFileName);
        const auto choice =
            chooseModel(QString(), {root.filePath("first"), root.filePath("second"), root.filePath("third")});
        QVERIFY(choice);
        QCOMPARE(choice->path, second);
        QVERIFY(choice->built_in);
    }

    void says_when_there_is_no_built_in_model() {
        const QTemporaryDir root;
        QDir().mkpath(root.filePath("folder/" + kFileName));  // a folder of that name is no model
        QVERIFY(!chooseModel(QString(), {root.filePath("nowhere"), root.filePath("folder")}));
    }

    void a_requested_file_wins_and_is_not_built_in() {
        const QTemporaryDir root;
        makeFile(root.filePath("models"), kFileName);
        const QString other = makeFile(root.path(), QStringLiteral("Максим é.gguf"));
        const auto choice = chooseModel(other, {root.filePath("models")});
        QVERIFY(choice);
        QCOMPARE(choice->path, other);
        QVERIFY(!choice->built_in);
    }

    void the_built_in_model_is_known_when_requested_by_name() {
        const QTemporaryDir root;
        makeFile(root.filePath("models"), kFileName);
        const auto choice = chooseModel(root.filePath("models/../models/" + kFileName), {root.filePath("models")});
        QVERIFY(choice);
        QVERIFY(choice->built_in);
    }

    void a_requested_file_that_is_missing_is_left_to_the_loader() {
        const auto choice = chooseModel(QStringLiteral("/nowhere/x.gguf"), {});
        QVERIFY(choice);
        QCOMPARE(choice->path, QStringLiteral("/nowhere/x.gguf"));
    }
};

STRATA_TEST(ModelLocatorTest);

#include "model_locator_test.moc"
