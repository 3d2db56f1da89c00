#include "ui/main_window/window_keeper.h"

#include <QtTest/QtTest>

#include "app/settings.h"
#include "support/test_registry.h"
#include "ui/main_window/side_pane.h"
#include "ui/style/theme.h"

using namespace strata;
using namespace strata::ui;

namespace {

const QRect kLeft(0, 0, 1920, 1040);
const QRect kRight(1920, -200, 1280, 1000);

/// A window with a side, as the real one has it.
struct Bench {
    explicit Bench(app::Settings* settings)
        : pane(&theme, new QWidget, new QWidget, 500, &window), keeper(&window, &pane, settings) {}

    Theme theme{ThemeChoice::light};
    QWidget window;
    SidePane pane;
    WindowKeeper keeper;
};

}  // namespace

class WindowKeeperTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void a_place_on_a_screen_stays() {
        const QRect place(2000, 10, 900, 700);
        QCOMPARE(WindowKeeper::fitted(place, {kLeft, kRight}), place);
    }

    void a_place_on_a_screen_that_is_gone_moves_to_the_main_one() {
        const QRect place = WindowKeeper::fitted(QRect(2000, 10, 900, 700), {kLeft});
        QVERIFY(kLeft.contains(place));
        QCOMPARE(place.size(), QSize(900, 700));
    }

    void what_is_larger_than_the_screen_is_made_to_fit() {
        QCOMPARE(WindowKeeper::fitted(QRect(-5000, -5000, 99'999, 99'999), {kRight}), kRight);
    }

    void a_place_half_outside_is_moved_in() {
        QCOMPARE(WindowKeeper::fitted(QRect(-400, 900, 900, 700), {kLeft}), QRect(0, 340, 900, 700));
    }

    void comes_back_where_it_was_with_its_list() {
        app::Settings settings{QString()};
        {
            Bench before(&settings);
            before.window.show();
            before.window.setGeometry(30, 40, 700, 500);
            before.pane.setSideWanted(false);
            before.keeper.keep();
        }
        Bench after(&settings);
        after.keeper.restore();
        QCOMPARE(after.window.geometry(), QRect(30, 40, 700, 500));
        QVERIFY(!after.pane.isSideWanted());
    }

    void comes_back_maximized_and_knows_its_other_size() {
        app::Settings settings{QString()};
        {
            Bench before(&settings);
            before.window.setGeometry(30, 40, 700, 500);
            before.window.showMaximized();
            before.keeper.keep();
        }
        Bench after(&settings);
        after.keeper.restore();
        QVERIFY(after.window.isMaximized());
    }

    void a_size_from_the_command_line_is_not_remembered() {
        app::Settings settings{QString()};
        Bench bench(&settings);
        bench.window.show();
        bench.window.setGeometry(30, 40, 700, 500);
        bench.keeper.keep();
        const QByteArray before = settings.windowState("main");
        bench.keeper.setGivenSize({400, 300});
        bench.keeper.keep();
        QCOMPARE(settings.windowState("main"), before);
        bench.window.resize(450, 300);
        bench.keeper.keep();
        QVERIFY(settings.windowState("main").contains("450"));
    }

    void a_state_that_makes_no_sense_changes_nothing() {
        app::Settings settings{QString()};
        settings.setWindowState("main", "{\"x\": \"left\", \"width\": -3");
        Bench bench(&settings);
        const QRect place = bench.window.geometry();
        bench.keeper.restore();
        QCOMPARE(bench.window.geometry(), place);
        settings.setWindowState("main", "{\"x\": 5, \"width\": -3, \"height\": 0}");
        bench.keeper.restore();
        QCOMPARE(bench.window.geometry(), place);
    }
};

STRATA_TEST(WindowKeeperTest);

#include "window_keeper_test.moc"
