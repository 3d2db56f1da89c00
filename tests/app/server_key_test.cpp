#include "app/server_key.h"

#include <QtTest/QtTest>

#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>

#include "app/key_store.h"
#include "support/test_registry.h"

using namespace strata::app;

namespace {

QString keyOf(ServerKey& key) {
    QString read;
    key.read(&key, [&read](const QString& secret) { read = secret; });
    return read;
}

/// One that keeps what it is given, as a system's does.
class KeepingStore final : public KeyStore {
public:
    void write(const QString& name, const QString& secret, QObject* /*context*/, const Written& done) override {
        known_[name] = secret;
        done(KeptWhere::system_store);
    }
    QString kept(const QString& name) { return known_[name]; }
};

}  // namespace

class ServerKeyTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void is_made_when_it_is_first_asked_for_and_stays_the_same() {
        KeyStore store;
        QString first;
        {
            ServerKey key(&store, {});
            first = keyOf(key);
            QCOMPARE(keyOf(key), first);
        }
        QCOMPARE(QByteArray::fromBase64(first.toLatin1(), QByteArray::Base64UrlEncoding).size(), 32);
        ServerKey later(&store, {});
        QCOMPARE(keyOf(later), first);
        QVERIFY(newServerKey() != newServerKey());
    }

    void lies_in_a_file_of_its_user_only_where_the_system_keeps_none() {
        const QTemporaryDir folder;
        const QString path = folder.filePath("server-key");
        QString first;
        {
            KeyStore store;  // forgets
            ServerKey key(&store, path);
            first = keyOf(key);
        }
        QVERIFY(QFile::exists(path));
#ifndef _WIN32
        QCOMPARE(QFile::permissions(path) & (QFile::ReadGroup | QFile::WriteGroup | QFile::ReadOther),
                 QFile::Permissions());
#endif
        KeyStore next_run;
        ServerKey key(&next_run, path);
        QCOMPARE(keyOf(key), first);

        KeepingStore system;
        ServerKey kept(&system, path);
        const QSignalSpy changed(&kept, &ServerKey::changed);
        kept.renew();
        QCOMPARE(changed.size(), 1);
        QVERIFY(keyOf(kept) != first);
        QCOMPARE(system.kept(kServerKey), keyOf(kept));
        QVERIFY(!QFile::exists(path));
    }

    void a_damaged_file_is_no_key() {
        const QTemporaryDir folder;
        const QString path = folder.filePath("server-key");
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("short");
        file.close();
        KeyStore store;
        ServerKey key(&store, path);
        QCOMPARE(keyOf(key).size(), 43);
    }
};

STRATA_TEST(ServerKeyTest);

#include "server_key_test.moc"
