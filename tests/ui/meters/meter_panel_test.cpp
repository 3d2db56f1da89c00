#include "ui/meters/meter_panel.h"

#include <QtTest/QtTest>

#include <QAccessible>
#include <QLabel>

#include "support/test_registry.h"
#include "support/test_window.h"
#include "ui/meters/meter_dock.h"
#include "ui/meters/meter_feed.h"
#include "ui/meters/meter_popup.h"
#include "ui/meters/meter_row.h"

using namespace strata;
using namespace strata::ui;
using strata::testing::answering;
using strata::testing::loaderOf;
using strata::testing::TestWindow;

namespace {

/// A panel of its own on an engine without a model.
struct TestPanel {
    TestPanel() { panel.show(); }

    app::EngineThread engine{loaderOf({})};
    Theme theme{ThemeChoice::light};
    MeterFeed feed{&engine};
    MeterPanel panel{&theme, &feed};
};

}  // namespace

class MeterPanelTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void control_m_goes_from_strip_to_panel_to_off() {
        TestWindow test({answering({"Hello"})});
        test.window.resize(1200, 760);
        auto* const panel = test.find("meterPanel");
        QVERIFY(!panel->isVisible());
        QTest::keyClick(&test.window, Qt::Key_M, Qt::ControlModifier);
        QVERIFY(panel->isVisible());
        QTest::keyClick(&test.window, Qt::Key_M, Qt::ControlModifier);
        QVERIFY(!panel->isVisible());
        QTest::keyClick(&test.window, Qt::Key_M, Qt::ControlModifier);
        QVERIFY(!panel->isVisible());
        QTest::keyClick(&test.window, Qt::Key_M, Qt::ControlModifier);
        QVERIFY(panel->isVisible());
    }

    void the_strip_keeps_the_state_and_gives_its_numbers_to_the_panel() {
        TestWindow test({answering({"Hello", " there"})});
        test.window.resize(1200, 760);
        QTRY_VERIFY(test.isIdle());
        test.send("Hi");
        QTRY_VERIFY(test.find("lastAnswerLabel")->isVisible());
        QTest::keyClick(&test.window, Qt::Key_M, Qt::ControlModifier);
        QVERIFY(!test.find("lastAnswerLabel")->isVisible());
        QVERIFY(test.find("stateLabel")->isVisible());
    }

    void a_narrow_window_has_the_strip_instead_of_the_panel() {
        TestWindow test({answering({"Hello"})});
        test.window.resize(1200, 760);
        QTest::keyClick(&test.window, Qt::Key_M, Qt::ControlModifier);
        QVERIFY(test.find("meterPanel")->isVisible());
        test.window.resize(640, 480);
        QTRY_VERIFY(!test.find("meterPanel")->isVisible());
        test.window.resize(1200, 760);
        QTRY_VERIFY(test.find("meterPanel")->isVisible());
    }

    void numbers_are_gathered_only_while_the_panel_can_be_seen() {
        TestPanel test;
        QVERIFY(test.feed.isWatched());
        test.panel.showMinimized();
        QVERIFY(!test.feed.isWatched());
        test.panel.showNormal();
        QVERIFY(test.feed.isWatched());
        test.panel.hide();
        QVERIFY(!test.feed.isWatched());
    }

    void the_heading_says_whether_the_numbers_are_old() {
        TestPanel test;
        const auto* const heading = test.panel.findChild<QLabel*>("meterAnswerHeading");
        QCOMPARE(heading->text(), QString("Last answer"));
        test.engine.submit({});
        test.feed.noteSent();
        QCOMPARE(heading->text(), QString("This answer"));
    }

    void a_row_keeps_its_height_whatever_it_shows() {
        TestPanel test;
        auto* const row = const_cast<MeterRow*>(test.panel.row(Meter::remembered));
        const QSize before = row->sizeHint();
        MeterLine line;
        line.value = "100 %";
        line.detail = "31,000 of 31,000 (parked on disk)";
        line.share = 1.0;
        line.attention = true;
        row->showLine(line);
        QCOMPARE(row->sizeHint(), before);
    }

    void a_screen_reader_reads_the_value_and_is_told_of_no_change() {
        TestPanel test;
        auto* const row = const_cast<MeterRow*>(test.panel.row(Meter::in_mind));
        QAccessibleInterface* const spoken = QAccessible::queryAccessibleInterface(row);
        QVERIFY(spoken);
        QCOMPARE(spoken->text(QAccessible::Name), QString("In mind: –"));
        QVERIFY(!spoken->valueInterface()->currentValue().isValid());
        MeterLine line;
        line.value = "50 %";
        line.share = 0.5;
        line.old = true;
        row->showLine(line);
        QCOMPARE(spoken->text(QAccessible::Value), QString("50 %, last answer"));
        QCOMPARE(spoken->valueInterface()->currentValue().toDouble(), 50.0);
    }

    void pressing_a_meter_explains_it() {
        TestPanel test;
        test.panel.setAddition([](Meter) { return QString("9 of the last 10"); });
        auto* const row = const_cast<MeterRow*>(test.panel.row(Meter::writing));
        row->setFocus();
        QTest::keyClick(row, Qt::Key_Space);
        auto* const popup = test.panel.findChild<MeterPopup*>("meterPopup");
        QVERIFY(popup->isVisible());
        QString all;
        for (const QLabel* const label : popup->findChildren<QLabel*>()) {
            all += label->text() + '\n';
        }
        QVERIFY(all.contains(meterHelp(Meter::writing)));
        QVERIFY(all.contains(meterAnswer(Meter::writing, {})));
        QVERIFY(all.contains("9 of the last 10"));
        popup->hide();
    }
};

STRATA_TEST(MeterPanelTest);

#include "meter_panel_test.moc"
