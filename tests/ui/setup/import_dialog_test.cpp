#include "ui/setup/import_dialog.h"

#include <QtTest/QtTest>

#include <QLabel>
#include <QPushButton>
#include <QRadioButton>
#include <QSignalSpy>

#include "app/present_files.h"
#include "support/small_catalog.h"
#include "support/test_registry.h"
#include "ui/setup/check_line_row.h"
#include "ui/setup/import_words.h"
#include "ui/style/theme.h"

using namespace strata;
using namespace strata::ui;
using namespace strata::testing;

namespace {

constexpr int kPatience = 60'000;

struct ImportBench {
    const QTemporaryDir folder;
    const Theme theme{ThemeChoice::light};
    const app::ModelCatalog catalog = smallCatalog();
    ImportDialog dialog{&theme, catalog, {"a", "Small", folder.filePath("models")}};

    ImportBench() { dialog.show(); }
    QPushButton* button(const char* name) const { return dialog.findChild<QPushButton*>(QLatin1String(name)); }
    QString state() const { return dialog.findChild<QLabel*>(QLatin1String("importState"))->text(); }
    QStringList names() const {
        QStringList names;
        for (const auto* const row : dialog.findChildren<CheckLineRow*>()) {
            names.append(row->accessibleName());
        }
        return names;
    }
    bool isIdle() const { return button("importFolderButton")->isEnabled(); }
    /// Looks at a folder with the two files of a size, and something else.
    void examineWholeModel() {
        put(folder.filePath("mine/first.gguf"), weights());
        put(folder.filePath("mine/second.gguf"), table());
        put(folder.filePath("mine/third.gguf"), "<html>");
        dialog.examine({folder.filePath("mine")});
    }
};

}  // namespace

class ImportDialogTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void each_file_is_named_with_what_it_is() {
        ImportBench bench;
        bench.examineWholeModel();
        QTRY_VERIFY_WITH_TIMEOUT(bench.isIdle(), kPatience);
        const QStringList names = bench.names();
        QCOMPARE(names.size(), 3);
        QVERIFY(names.filter("first.gguf")[0].contains("Fits"));
        QVERIFY(names.filter("second.gguf")[0].contains("Small"));
        QVERIFY(names.filter("third.gguf")[0].contains("No model"));
        QVERIFY(bench.button("importTakeButton")->isEnabled());
    }

    void what_was_taken_can_be_loaded_without_a_network() {
        ImportBench bench;
        QSignalSpy imported(&bench.dialog, &ImportDialog::imported);
        bench.examineWholeModel();
        QTRY_VERIFY_WITH_TIMEOUT(bench.isIdle(), kPatience);
        QVERIFY(bench.dialog.findChild<QRadioButton*>("importInPlace")->isChecked());
        bench.button("importTakeButton")->click();
        QTRY_COMPARE_WITH_TIMEOUT(imported.count(), 1, kPatience);
        const QString path = app::modelPath(bench.catalog, *bench.catalog.size("a"), bench.folder.filePath("models"));
        QCOMPARE(contentOf(path), weights());
        QVERIFY(QFile::exists(bench.folder.filePath("mine/first.gguf")));  // where they are
        QVERIFY(!bench.button("importTakeButton")->isEnabled());
    }

    void where_nothing_fits_nothing_can_be_taken() {
        ImportBench bench;
        put(bench.folder.filePath("page.gguf"), "<html>");
        bench.dialog.examine({bench.folder.filePath("page.gguf")});
        QTRY_VERIFY_WITH_TIMEOUT(bench.isIdle(), kPatience);
        QVERIFY(!bench.button("importTakeButton")->isEnabled());
        QCOMPARE(bench.state(), QString("None of these files can be used."));
    }

    void a_foreign_file_in_the_way_is_said_and_kept() {
        ImportBench bench;
        const QString place = bench.folder.filePath("models/" + bench.catalog.file("a-1")->place());
        put(place, "mine");
        put(bench.folder.filePath("first.gguf"), weights());
        bench.dialog.examine({bench.folder.filePath("first.gguf")});
        QTRY_VERIFY_WITH_TIMEOUT(bench.isIdle(), kPatience);
        bench.button("importTakeButton")->click();
        QTRY_VERIFY_WITH_TIMEOUT(bench.state().contains("first.gguf could not be taken."), kPatience);
        QCOMPARE(contentOf(place), QByteArray("mine"));
    }

    void every_kind_has_words() {
        const app::ModelCatalog catalog = smallCatalog();
        for (const app::FoundKind kind :
             {app::FoundKind::wanted, app::FoundKind::other_known, app::FoundKind::changed, app::FoundKind::incomplete,
              app::FoundKind::unknown, app::FoundKind::no_model}) {
            app::FoundFile found;
            found.kind = kind;
            const FoundWords words = foundWords(found, catalog, "Small");
            QVERIFY(!words.word.isEmpty() && !words.text.isEmpty());
            QVERIFY(words.level != app::CheckLevel::unknown);
        }
    }
};

STRATA_TEST(ImportDialogTest);

#include "import_dialog_test.moc"
