#include "ui/dialogs/check_dialog.h"

#include <QtTest/QtTest>

#include <QLabel>

#include "support/test_registry.h"
#include "support/test_window.h"
#include "ui/dialogs/check_row.h"

using namespace strata;
using namespace strata::ui;
using strata::testing::answering;
using strata::testing::Gate;
using strata::testing::loaderOf;
using strata::testing::ScriptedCheck;
using strata::testing::TestWindow;

namespace {

/// All scenarios pass but the one in `failing`; -1: none.
ScriptedCheck checkWith(int failing, std::shared_ptr<Gate> gate = nullptr) {
    ScriptedCheck check;
    for (const CacheCheckScenario& scenario : cache_check_scenarios()) {
        const bool passes = static_cast<int>(check.results.size()) != failing;
        check.results.push_back({scenario.name, passes, passes ? "" : "token 17 differs", 4, 3});
    }
    check.gate = std::move(gate);
    return check;
}

struct Bench {
    explicit Bench(ScriptedCheck check)
        : test(loaderOf({answering({"answer"})}, nullptr, nullptr, std::move(check)),
               app::ModelChoice{"/models/tiny.gguf", true}) {
        test.window.findChild<QAction*>("checkAction")->trigger();
        dialog = test.find<CheckDialog>("checkDialog");
    }

    QPushButton* button() const { return dialog->findChild<QPushButton*>("checkStartButton"); }
    QString result() const { return dialog->findChild<QLabel*>("checkResult")->text(); }
    QStringList states() const {
        QStringList all;
        for (const CheckRow* const row : dialog->findChildren<CheckRow*>()) {
            all.append(row->findChild<QLabel*>("checkState")->text());
        }
        return all;
    }

    TestWindow test;
    CheckDialog* dialog = nullptr;
};

int scenarioCount() {
    return static_cast<int>(cache_check_scenarios().size());
}

}  // namespace

class CheckDialogTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void plays_every_scenario_and_remembers_the_result() {
        Bench bench(checkWith(-1));
        QTRY_VERIFY(bench.test.model.isReady());
        QCOMPARE(bench.result(), QString("Not checked yet."));
        bench.button()->click();
        QTRY_VERIFY(bench.result().contains("all answers were the same"));
        QCOMPARE(bench.states(), QStringList(scenarioCount(), "PASS"));
        QCOMPARE(bench.button()->text(), QString("Start"));
        const CacheCheck later(&bench.test.engine, bench.test.store.get(), QString());
        QVERIFY(later.lastResult() && later.lastResult()->passed);
        QCOMPARE(later.lastResult()->model, QString("Scripted"));
    }

    void says_what_differs_first() {
        Bench bench(checkWith(0));
        QTRY_VERIFY(bench.test.model.isReady());
        bench.button()->click();
        QTRY_VERIFY(bench.result().contains("some answers differed"));
        QCOMPARE(bench.states().first(), QString("FAIL"));
        const auto* const row = bench.dialog->findChild<CheckRow*>();
        QCOMPARE(row->findChild<QLabel*>("checkDifference")->text(), QString("token 17 differs"));
        QVERIFY(!bench.test.check.lastResult()->passed);
    }

    void shows_how_far_it_is_and_can_be_cancelled() {
        const auto gate = std::make_shared<Gate>();
        Bench bench(checkWith(-1, gate));
        QTRY_VERIFY(bench.test.model.isReady());
        bench.button()->click();
        QTRY_COMPARE(bench.states().first(), QString("50 %"));
        QCOMPARE(bench.button()->text(), QString("Cancel"));
        bench.button()->click();
        QTRY_COMPARE(bench.states(), QStringList(scenarioCount(), "stopped"));
        QCOMPARE(bench.result(), QString("Not checked yet."));  // half a check says nothing
        bench.test.send("question");
        QTRY_COMPARE(bench.test.last().text, QString("answer"));
    }

    void goes_on_while_its_dialog_is_closed() {
        const auto gate = std::make_shared<Gate>();
        Bench bench(checkWith(-1, gate));
        QTRY_VERIFY(bench.test.model.isReady());
        bench.button()->click();
        QTRY_COMPARE(bench.states().first(), QString("50 %"));
        bench.dialog->close();
        gate->open();
        QTRY_VERIFY(bench.test.check.lastResult().has_value());
        QTRY_VERIFY(bench.test.find("checkDialog") == nullptr);
        bench.test.window.findChild<QAction*>("checkAction")->trigger();
        bench.dialog = bench.test.find<CheckDialog>("checkDialog");
        QCOMPARE(bench.states(), QStringList(scenarioCount(), "PASS"));
    }

    void says_why_it_cannot_check() {
        Bench bench(ScriptedCheck{});
        QTRY_VERIFY(bench.test.model.isReady());
        bench.button()->click();
        QTRY_COMPARE(bench.states().first(), QString("FAIL"));
        const auto* const row = bench.dialog->findChild<CheckRow*>();
        QVERIFY(row->findChild<QLabel*>("checkDifference")->text().startsWith("no scenario is called"));
        QVERIFY(!bench.test.check.lastResult());
    }
};

STRATA_TEST(CheckDialogTest);

#include "check_dialog_test.moc"
