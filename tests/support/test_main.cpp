#include <QtTest/QtTest>

#include <QCoreApplication>

#include "support/no_network.h"
#include "support/test_registry.h"

#ifdef STRATA_TEST_WIDGETS
#include <QApplication>
using TestApplication = QApplication;
#else
using TestApplication = QCoreApplication;
#endif

namespace strata::testing {

std::vector<TestFactory>& test_registry() {
    static std::vector<TestFactory> registry;
    return registry;
}

}  // namespace strata::testing

/// Runs every registered class. With a class name as first argument, only that one; the rest goes to Qt Test.
int main(int argc, char** argv) {
    if (qEnvironmentVariableIsSet("STRATA_TEST_FORBID_NETWORK") && !strata::testing::forbidNetwork()) {
        return 1;
    }
    const TestApplication application(argc, argv);
    QStringList arguments = QCoreApplication::arguments();
    QString only;
    if (arguments.size() > 1 && !arguments[1].startsWith('-')) {
        only = arguments.takeAt(1);
    }
    // A crash ends the program at once: Qt's handler of signals can hang in the crashed program until a time-out.
    arguments.append("-nocrashhandler");
    int failures = 0;
    int ran = 0;
    for (const auto factory : strata::testing::test_registry()) {
        const std::unique_ptr<QObject> test = factory();
        if (!only.isEmpty() && only != QLatin1String(test->metaObject()->className())) {
            continue;
        }
        ++ran;
        failures += QTest::qExec(test.get(), arguments);
    }
    return ran == 0 ? 1 : (failures == 0 ? 0 : 1);
}
