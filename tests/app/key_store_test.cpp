#include "app/key_store.h"

#include <QtTest/QtTest>

#include <optional>

#include "support/test_registry.h"

using namespace strata::app;

class KeyStoreTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        // No store of the person who runs the tests is touched: there is no bus to reach one.
        qputenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nowhere");
    }

    void keeps_secrets_apart_by_name() {
        KeyStore keys;
        keys.write("remote", "s3cret", this, {});
        QString remote;
        QString proxy = "not asked";
        keys.read("remote", this, [&](const QString& secret) { remote = secret; });
        keys.read("proxy", this, [&](const QString& secret) { proxy = secret; });
        QCOMPARE(remote, "s3cret");
        QVERIFY(proxy.isEmpty());
    }

    void an_empty_secret_forgets() {
        KeyStore keys;
        keys.write("remote", "s3cret", this, {});
        keys.write("remote", {}, this, {});
        QString found = "not asked";
        keys.read("remote", this, [&](const QString& secret) { found = secret; });
        QVERIFY(found.isEmpty());
    }

#ifdef Q_OS_LINUX
    void without_a_system_store_it_says_that_secrets_stay_in_memory() {
        SystemKeyStore keys;
        std::optional<KeptWhere> where;
        keys.write("remote", "s3cret", this, [&](KeptWhere kept) { where = kept; });
        QTRY_VERIFY(where);
        QVERIFY(*where == KeptWhere::memory);
        QString found;
        keys.read("remote", this, [&](const QString& secret) { found = secret; });
        QTRY_COMPARE(found, "s3cret");
    }

    void what_is_written_while_the_store_is_asked_counts() {
        SystemKeyStore keys;
        QStringList found;
        keys.read("remote", this, [&](const QString& secret) { found.append(secret); });
        keys.write("remote", "newer", this, {});
        QTRY_COMPARE(found, QStringList{"newer"});
    }

    void nobody_is_called_who_is_gone() {
        SystemKeyStore keys;
        auto context = std::make_unique<QObject>();
        bool called = false;
        bool other_called = false;
        keys.read("first", context.get(), [&](const QString&) { called = true; });
        context.reset();
        keys.read("second", this, [&](const QString&) { other_called = true; });
        QTRY_VERIFY(other_called);
        QVERIFY(!called);
    }
#endif
};

STRATA_TEST(KeyStoreTest);

#include "key_store_test.moc"
