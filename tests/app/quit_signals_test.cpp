#include "app/quit_signals.h"

#include <QtTest/QtTest>

#include <csignal>

#include "support/test_registry.h"

using strata::app::QuitSignals;

class QuitSignalsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void a_signal_to_end_is_told_and_does_not_kill() {
#ifdef _WIN32
        QSKIP("consoles send other events");
#else
        for (const int number : {SIGTERM, SIGINT, SIGHUP}) {
            const QuitSignals watched;
            QSignalSpy wanted(&watched, &QuitSignals::quitWanted);
            std::raise(number);
            QTRY_COMPARE(wanted.size(), 1);
        }
#endif
    }

    void afterwards_signals_do_what_they_did_before() {
#ifdef _WIN32
        QSKIP("consoles send other events");
#else
        struct sigaction before = {};
        sigaction(SIGTERM, nullptr, &before);
        { const QuitSignals watched; }
        struct sigaction after = {};
        sigaction(SIGTERM, nullptr, &after);
        QVERIFY(after.sa_handler == before.sa_handler);
#endif
    }
};

STRATA_TEST(QuitSignalsTest);

#include "quit_signals_test.moc"
