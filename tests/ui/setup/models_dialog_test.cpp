#include "ui/setup/models_dialog.h"

#include <QtTest/QtTest>

#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>

#include "app/downloads/resume_record.h"
#include "support/small_catalog.h"
#include "support/test_registry.h"
#include "ui/style/theme.h"

using namespace strata;
using namespace strata::ui;
using namespace strata::testing;

namespace {

constexpr int kPatience = 60'000;

/// A model folder with one whole size.
struct ModelsBench {
    const QTemporaryDir folder;
    const Theme theme{ThemeChoice::light};
    const app::ModelCatalog catalog = smallCatalog();
    app::InstalledList list{&catalog};
    ModelsDialog dialog{&theme, &list};

    ModelsBench() {
        add("a-1", weights());
        add("a-2", table());
        QObject::connect(&dialog, &ModelsDialog::deleteWanted, &list,
                         [this](const QString& size) { list.remove(size, QString()); });
        list.look(folder.path());
        dialog.show();
    }
    QString path(const char* id) const { return folder.filePath(catalog.file(id)->place()); }
    void add(const char* id, const QByteArray& content) const {
        put(path(id), content);
        app::FinishMark mark;
        mark.bytes = content.size();
        mark.sha256 = catalog.file(id)->sha256;
        QVERIFY(app::writeFinishMark(app::finishMarkPath(path(id)), mark));
    }
    QPushButton* button(const char* name) const { return dialog.findChild<QPushButton*>(QLatin1String(name)); }
};

}  // namespace

class ModelsDialogTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void a_whole_model_can_be_used() {
        ModelsBench bench;
        QSignalSpy wanted(&bench.dialog, &ModelsDialog::useWanted);
        QTRY_VERIFY_WITH_TIMEOUT(bench.button("modelUse_a") != nullptr, kPatience);
        bench.button("modelUse_a")->click();
        QCOMPARE(wanted.count(), 1);
        QCOMPARE(wanted[0][0].toString(), bench.path("a-1"));
    }

    void deleting_says_what_comes_back_and_takes_two_presses() {
        ModelsBench bench;
        QTRY_VERIFY_WITH_TIMEOUT(bench.button("modelDelete_a") != nullptr, kPatience);
        bench.button("modelDelete_a")->click();
        QVERIFY(QFile::exists(bench.path("a-1")));
        QTRY_VERIFY(bench.button("modelDelete_a")->text().contains("come back"));
        bench.button("modelDelete_a")->click();
        QTRY_VERIFY_WITH_TIMEOUT(bench.list.models().empty(), kPatience);
        QVERIFY(!QFile::exists(bench.path("a-1")));
        QVERIFY(bench.dialog.findChild<QLabel*>("modelsResult")->text().startsWith("Deleted"));
    }

    void a_model_in_use_is_not_deleted() {
        ModelsBench bench;
        QTRY_VERIFY_WITH_TIMEOUT(bench.button("modelDelete_a") != nullptr, kPatience);
        bench.dialog.showInUse(bench.path("a-1"));
        QVERIFY(!bench.button("modelDelete_a")->isEnabled());
        QVERIFY(!bench.button("modelUse_a")->isEnabled());
        QSignalSpy refused(&bench.list, &app::InstalledList::notRemoved);
        bench.list.remove("a", bench.path("a-1"));
        QVERIFY(refused.wait(kPatience));
        QVERIFY(QFile::exists(bench.path("a-1")));
    }

    void half_a_model_is_shown_and_cannot_be_used() {
        ModelsBench bench;
        QVERIFY(QFile::remove(bench.path("a-2")));
        bench.list.look(bench.folder.path());
        QTRY_VERIFY_WITH_TIMEOUT(bench.button("modelUse_a") != nullptr && !bench.button("modelUse_a")->isEnabled(),
                                 kPatience);
        QVERIFY(bench.button("modelDelete_a")->isEnabled());
    }
};

STRATA_TEST(ModelsDialogTest);

#include "models_dialog_test.moc"
