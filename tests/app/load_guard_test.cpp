#include "app/load_guard.h"

#include <QtTest/QtTest>

#include <QTemporaryDir>

#include "support/test_registry.h"

using namespace strata::app;

namespace {

ModelSettings withContext(int tokens) {
    ModelSettings settings;
    settings.context_length = tokens;
    return settings;
}

}  // namespace

class LoadGuardTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void undoes_settings_with_which_the_program_went_down() {
        const QTemporaryDir folder;
        const QString path = folder.filePath("settings.ini");
        {
            Settings settings(path);
            LoadGuard guard(&settings);
            settings.set(withContext(8'192));
            guard.loadBegins();
            guard.loaded();
            settings.set(withContext(1'000'000));
            guard.loadBegins();  // and never comes back
        }
        Settings settings(path);
        LoadGuard guard(&settings);
        QVERIFY(guard.undoFailedSettings());
        QCOMPARE(settings.model().context_length, 8'192);
        QVERIFY(!guard.undoFailedSettings());
    }

    void leaves_settings_alone_that_loaded_or_were_changed_since() {
        Settings settings{QString()};
        LoadGuard guard(&settings);
        QVERIFY(!guard.undoFailedSettings());
        guard.loadBegins();
        guard.loaded();
        QVERIFY(!guard.undoFailedSettings());
        settings.set(withContext(1'000'000));
        guard.loadBegins();
        settings.set(withContext(4'096));
        QVERIFY(!guard.undoFailedSettings());
        QCOMPARE(settings.model().context_length, 4'096);
    }

    void a_load_that_was_given_up_says_nothing() {
        Settings settings{QString()};
        LoadGuard guard(&settings);
        guard.loadBegins();
        guard.loaded();
        settings.set(withContext(65'536));
        guard.loadBegins();
        guard.loadCancelled();
        QVERIFY(!guard.undoFailedSettings());
        QCOMPARE(settings.model().context_length, 65'536);
    }

    void the_same_settings_failing_again_are_no_reason_to_change_them() {
        Settings settings{QString()};
        LoadGuard guard(&settings);
        settings.set(withContext(65'536));
        guard.loadBegins();
        guard.loaded();
        guard.loadBegins();
        QVERIFY(!guard.undoFailedSettings());
    }
};

STRATA_TEST(LoadGuardTest);

#include "load_guard_test.moc"
