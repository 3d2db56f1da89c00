#include "ui/style/program_style.h"

#include <QtTest/QtTest>

#include <tuple>

#include <QApplication>
#include <QLineEdit>
#include <QSpinBox>
#include <QStyleOptionSpinBox>
#include <QVBoxLayout>

#include "support/test_registry.h"
#include "ui/style/button.h"
#include "ui/style/label.h"
#include "ui/style/theme.h"

using namespace strata::ui;

namespace {

QColor pixelAt(QWidget& widget, QPoint place) {
    return widget.grab().toImage().pixelColor(place);
}

}  // namespace

class ProgramStyleTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        before_ = QApplication::style()->objectName();
        QApplication::setStyle(new ProgramStyle);
    }
    void cleanupTestCase() { QApplication::setStyle(before_); }

    void a_buttons_visible_edge_lines_up_with_the_text_above_it() {
        for (const Qt::LayoutDirection direction : {Qt::LeftToRight, Qt::RightToLeft}) {
            QWidget page;
            page.setLayoutDirection(direction);
            auto* const rows = new QVBoxLayout(&page);
            auto* const label = new Label(&theme_, TextStyle::body, ColorRole::text, "Text", &page);
            auto* const button = new Button(&theme_, ButtonKind::outlined, "Open", Icon::none, &page);
            rows->addWidget(label);
            rows->addWidget(button, 0, Qt::AlignLeft);
            page.resize(300, 200);
            page.show();
            const QImage picture = page.grab().toImage();
            const int x = direction == Qt::LeftToRight ? label->geometry().left() : label->geometry().right();
            QCOMPARE(picture.pixelColor(x, button->geometry().center().y()), theme_.color(ColorRole::border));
        }
    }

    void a_field_can_be_seen_in_every_theme() {
        for (const ThemeChoice choice : {ThemeChoice::light, ThemeChoice::dark, ThemeChoice::high_contrast}) {
            const Theme theme(choice);
            QWidget page;
            page.setPalette(theme.palette());
            auto* const field = new QLineEdit(&page);
            field->setGeometry(10, 10, 200, 30);
            field->setFocusPolicy(Qt::NoFocus);
            page.resize(300, 100);
            page.show();
            QCOMPARE(pixelAt(page, {100, 10}), theme.color(ColorRole::control_border));
        }
    }

    void the_buttons_of_a_number_grow_with_the_text() {
        for (const Qt::LayoutDirection direction : {Qt::LeftToRight, Qt::RightToLeft}) {
            const auto step = [direction](int points) {
                QSpinBox number;
                number.setLayoutDirection(direction);
                QFont font = number.font();
                font.setPointSize(points);
                number.setFont(font);
                number.resize(number.sizeHint());
                QStyleOptionSpinBox option;
                option.initFrom(&number);
                option.fontMetrics = number.fontMetrics();
                const auto place = [&](QStyle::SubControl part) {
                    return number.style()->subControlRect(QStyle::CC_SpinBox, &option, part, &number);
                };
                const QRect field = place(QStyle::SC_SpinBoxEditField), up = place(QStyle::SC_SpinBoxUp);
                return std::tuple(up, place(QStyle::SC_SpinBoxDown), field, number.sizeHint());
            };
            const auto [small_up, small_down, small_field, small_size] = step(10);
            const auto [up, down, field, size] = step(20);
            QVERIFY(up.width() > small_up.width() && size.width() > small_size.width());
            QVERIFY(!up.intersects(down) && !up.intersects(field) && !down.intersects(field));
            QCOMPARE(up.left() > field.left(), direction == Qt::LeftToRight);
        }
    }

private:
    const Theme theme_{ThemeChoice::light};
    QString before_;
};

STRATA_TEST(ProgramStyleTest);

#include "program_style_test.moc"
