#include "ui/style/theme.h"

#include <QtTest/QtTest>

#include <cmath>

#include "support/test_registry.h"

using namespace strata::ui;

namespace {

/// Relative luminance as the Web Content Accessibility Guidelines 2.1 define it.
double luminance(const QColor& color) {
    const auto linear = [](double c) { return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); };
    return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) + 0.0722 * linear(color.blueF());
}

double contrast(const QColor& a, const QColor& b) {
    const double light = std::max(luminance(a), luminance(b));
    const double dark = std::min(luminance(a), luminance(b));
    return (light + 0.05) / (dark + 0.05);
}

/// A system that is set to high contrast, black or white.
SystemLook inContrast(bool black) {
    SystemLook look;
    look.contrast =
        black ? SystemContrast{Qt::black, Qt::white, QColor(0x1A, 0xEB, 0xFF), Qt::black, Qt::yellow}
              : SystemContrast{Qt::white, Qt::black, QColor(0x37, 0x00, 0x6E), Qt::white, QColor(0x00, 0x00, 0x9F)};
    return look;
}

}  // namespace

class ThemeTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void every_text_stands_out_from_what_is_behind_it_data() {
        QTest::addColumn<ColorRole>("ink");
        QTest::addColumn<ColorRole>("paper");
        QTest::addColumn<double>("needed");
        const auto add = [](const char* name, ColorRole ink, ColorRole paper, double needed = 4.5) {
            QTest::newRow(name) << ink << paper << needed;
        };
        add("text on window", ColorRole::text, ColorRole::window);
        add("text on surface", ColorRole::text, ColorRole::surface);
        add("text on own message", ColorRole::text, ColorRole::own_message);
        add("text on code", ColorRole::text, ColorRole::code);
        add("text on hover", ColorRole::text, ColorRole::hover);
        add("muted on window", ColorRole::muted_text, ColorRole::window);
        add("muted on surface", ColorRole::muted_text, ColorRole::surface);
        add("muted on hover", ColorRole::muted_text, ColorRole::hover);
        add("muted on code", ColorRole::muted_text, ColorRole::code);
        add("link on window", ColorRole::link, ColorRole::window);
        add("link on surface", ColorRole::link, ColorRole::surface);
        add("accent on own message", ColorRole::accent, ColorRole::own_message);
        add("on accent", ColorRole::on_accent, ColorRole::accent);
        add("on accent under the pointer", ColorRole::on_accent, ColorRole::accent_hover);
        add("badge", ColorRole::on_badge, ColorRole::badge);
        add("error", ColorRole::on_error, ColorRole::error);
        add("text on error", ColorRole::text, ColorRole::error);
        add("selection", ColorRole::on_selection, ColorRole::selection);
        add("ring on window", ColorRole::focus_ring, ColorRole::window, 3.0);
        add("ring on surface", ColorRole::focus_ring, ColorRole::surface, 3.0);
        add("control edge on window", ColorRole::control_border, ColorRole::window, 3.0);
        add("control edge on surface", ColorRole::control_border, ColorRole::surface, 3.0);
        add("ring on own message", ColorRole::focus_ring, ColorRole::own_message, 3.0);
        add("accent on surface", ColorRole::accent, ColorRole::surface, 3.0);
        add("accent on window", ColorRole::accent, ColorRole::window, 3.0);
    }

    void every_text_stands_out_from_what_is_behind_it() {
        QFETCH(ColorRole, ink);
        QFETCH(ColorRole, paper);
        QFETCH(double, needed);
        for (const ThemeKind kind : {ThemeKind::light, ThemeKind::dark, ThemeKind::high_contrast}) {
            const double found = contrast(Theme::color(kind, ink), Theme::color(kind, paper));
            QVERIFY2(found >= needed,
                     qPrintable(QString("theme %1: %2, needed %3").arg(static_cast<int>(kind)).arg(found).arg(needed)));
        }
        // The system's own colours, as its two classic high-contrast themes have them.
        for (const bool black : {true, false}) {
            Theme theme(ThemeChoice::system);
            theme.followSystem(inContrast(black));
            const double found = contrast(theme.color(ink), theme.color(paper));
            QVERIFY2(found >= needed, qPrintable(QString("system, black %1: %2").arg(black).arg(found)));
        }
    }

    void high_contrast_has_twice_the_contrast_that_text_needs() {
        for (const ColorRole ink : {ColorRole::text, ColorRole::muted_text, ColorRole::link, ColorRole::accent}) {
            for (const ColorRole paper : {ColorRole::window, ColorRole::surface}) {
                QVERIFY(contrast(Theme::color(ThemeKind::high_contrast, ink),
                                 Theme::color(ThemeKind::high_contrast, paper)) >= 9.0);
            }
        }
    }

    void the_systems_colours_come_before_our_own_in_high_contrast() {
        Theme theme(ThemeChoice::system);
        QSignalSpy changed(&theme, &Theme::changed);
        theme.followSystem(inContrast(true));
        QCOMPARE(theme.kind(), ThemeKind::high_contrast);
        QCOMPARE(theme.color(ColorRole::accent), QColor(0x1A, 0xEB, 0xFF));
        QCOMPARE(theme.palette().color(QPalette::Window), QColor(Qt::black));
        QCOMPARE(changed.count(), 1);
        theme.followSystem(SystemLook{});
        QCOMPARE(theme.kind(), ThemeKind::light);

        theme.setChoice(ThemeChoice::high_contrast);
        QCOMPARE(theme.color(ColorRole::accent), Theme::color(ThemeKind::high_contrast, ColorRole::accent));
    }

    void a_choice_holds_at_once() {
        Theme theme(ThemeChoice::light);
        QSignalSpy changed(&theme, &Theme::changed);
        theme.setChoice(ThemeChoice::dark);
        theme.setChoice(ThemeChoice::dark);
        QCOMPARE(theme.kind(), ThemeKind::dark);
        QCOMPARE(changed.count(), 1);
    }

    void fonts_are_the_persons_where_chats_and_code_are() {
        Theme theme(ThemeChoice::light);
        const QString before = theme.font(TextStyle::body).family();
        QSignalSpy changed(&theme, &Theme::changed);
        theme.setFamilies("Some Serif", "Some Mono");
        QCOMPARE(changed.count(), 1);
        QCOMPARE(theme.font(TextStyle::chat).family(), "Some Serif");
        QCOMPARE(theme.font(TextStyle::code).family(), "Some Mono");
        QCOMPARE(theme.font(TextStyle::body).family(), before);
        theme.setFamilies({}, {});
        QCOMPARE(theme.font(TextStyle::chat).family(), before);
    }

    void motion_stops_if_the_person_or_the_system_says_so() {
        Theme theme(ThemeChoice::light);
        theme.followSystem(SystemLook{});
        QVERIFY(theme.allowsMotion());
        SystemLook calm;
        calm.reduces_motion = true;
        theme.followSystem(calm);
        QVERIFY(!theme.allowsMotion());
        theme.followSystem(SystemLook{});
        theme.setReduceMotion(true);
        QVERIFY(!theme.allowsMotion());
    }

    void a_choice_is_kept_whatever_the_system_prefers() {
        QCOMPARE(Theme(ThemeChoice::light).kind(), ThemeKind::light);
        QCOMPARE(Theme(ThemeChoice::dark).kind(), ThemeKind::dark);
    }

    void follows_the_system_while_it_runs() {
        const QPalette before = QGuiApplication::palette();
        QPalette light = before;
        light.setColor(QPalette::Window, Qt::white);
        light.setColor(QPalette::WindowText, Qt::black);
        QPalette dark = before;
        dark.setColor(QPalette::Window, Qt::black);
        dark.setColor(QPalette::WindowText, Qt::white);

        QGuiApplication::setPalette(light);
        Theme theme(ThemeChoice::system);
        QCOMPARE(theme.kind(), ThemeKind::light);
        const QSignalSpy changed(&theme, &Theme::changed);
        theme.followSystem();
        QCOMPARE(changed.size(), 0);
        QGuiApplication::setPalette(dark);
        theme.followSystem();
        QCOMPARE(theme.kind(), ThemeKind::dark);
        QCOMPARE(changed.size(), 1);

        QGuiApplication::setPalette(before);
    }

    void body_text_has_at_least_ten_points() {
        const Theme theme(ThemeChoice::light);
        QVERIFY(theme.font(TextStyle::body).pointSizeF() >= 10.0);
    }

    void zoom_scales_text_and_stays_in_range() {
        Theme theme(ThemeChoice::light);
        const double body = theme.font(TextStyle::body).pointSizeF();
        const QSignalSpy changed(&theme, &Theme::changed);
        theme.setZoomPercent(150);
        QCOMPARE(theme.font(TextStyle::body).pointSizeF(), body * 1.5);
        theme.setZoomPercent(1000);
        QCOMPARE(theme.zoomPercent(), Theme::kLargestZoom);
        theme.setZoomPercent(Theme::kLargestZoom);
        QCOMPARE(changed.size(), 2);
        theme.setZoomPercent(1);
        QCOMPARE(theme.zoomPercent(), Theme::kSmallestZoom);
    }
};

STRATA_TEST(ThemeTest);

#include "theme_test.moc"
