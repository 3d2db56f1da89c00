#include "app/diagnostics.h"

#include <QtTest/QtTest>

#include <QFile>
#include <QTemporaryDir>

#include "support/test_registry.h"

using namespace strata;
using namespace strata::app;

class DiagnosticsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void names_versions_hardware_settings_and_the_check() {
        DiagnosticsFacts facts;
        facts.hardware.cpu_name = "Some CPU";
        facts.hardware.gpus.emplace_back().name = "Some card";
        facts.hardware.gpus.front().memory_bytes = 12'000'000'000;
        facts.self_check = "passed";
        const Settings settings{QString()};
        const QString text = diagnosticsLines(facts, settings, LogText()).join(u'\n');
        for (const char* const part : {"[versions]", "Some CPU", "Some card, 12.0 GB", "[settings]",
                                       "general/load = on_typing", "self-check: passed"}) {
            QVERIFY2(text.contains(QLatin1String(part)), part);
        }
    }

    void names_no_people_places_or_files() {
        Settings settings{QString()};
        ModelSettings model;
        model.model = "/home/ada/Secret Plan/model.gguf";
        settings.set(model);
        PrivacySettings privacy;
        privacy.proxy_host = "proxy.secret.example";
        privacy.proxy_user = "ada";
        settings.set(privacy);
        RemoteSettings remote;
        remote.address = "https://secret.example/v1";
        settings.set(remote);
        ParkingSettings parking;
        parking.folder = "/mnt/secret";
        settings.set(parking);
        DownloadSettings downloads;
        downloads.folder = "D:\\secret";
        settings.set(downloads);
        const QString text = diagnosticsLines({}, settings, LogText("/home/ada", "/home/ada/data")).join(u'\n');
        QVERIFY(!text.contains("secret", Qt::CaseInsensitive));
        QVERIFY(!text.contains("ada"));
        QVERIFY(text.contains("model/model = (set)"));
        QVERIFY(text.contains("downloads/mirror = \n") || text.endsWith("downloads/mirror = "));
    }

    void the_newest_lines_of_the_log_are_whole_and_clean() {
        const QTemporaryDir folder;
        const QString path = folder.filePath("strata.log");
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        for (int line = 0; line < 20'000; ++line) {
            file.write(QStringLiteral("line %1 of /home/ada/diary.txt\n").arg(line).toUtf8());
        }
        file.close();
        const QStringList lines = newestLines(path, LogText("/home/ada", QString()));
        QCOMPARE(lines.size(), 300);
        QVERIFY(lines.first().startsWith("line 19700 "));
        QVERIFY(lines.last().startsWith("line 19999 "));
        QVERIFY(!lines.join(u'\n').contains("diary"));
    }

    void without_a_log_there_are_no_lines() {
        QVERIFY(newestLines("/nowhere/strata.log", LogText()).isEmpty());
        QVERIFY(newestLines(QString(), LogText()).isEmpty());
    }
};

STRATA_TEST(DiagnosticsTest);

#include "diagnostics_test.moc"
