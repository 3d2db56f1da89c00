#include "text/jinja/time_format.h"

#include <QtTest/QtTest>

#include "support/test_registry.h"

using namespace strata;
using namespace strata::jinja;

namespace {

/// Thursday, 7 March 2024, 15:04:05.
std::tm afternoon() {
    std::tm time{};
    time.tm_year = 124;
    time.tm_mon = 2;
    time.tm_mday = 7;
    time.tm_hour = 15;
    time.tm_min = 4;
    time.tm_sec = 5;
    time.tm_wday = 4;
    time.tm_yday = 66;
    return time;
}

}  // namespace

class JinjaTimeFormatTest : public QObject {
    Q_OBJECT

private:
    static std::string formatted(std::string_view format, const std::tm& time = afternoon()) {
        RenderContext context(0, afternoon);
        const auto text = format_time(context, format, time);
        return text ? *text : "error: " + text.error().message;
    }

private Q_SLOTS:
    void dates_are_in_english_whatever_the_system_speaks() {
        QCOMPARE(formatted("%A, %d %B %Y (%a %b %h)"), std::string("Thursday, 07 March 2024 (Thu Mar Mar)"));
    }

    void numbers_are_filled_up_unless_asked_otherwise() {
        QCOMPARE(formatted("%d %-d %m %-m %e|%j %y %u %w"), std::string("07 7 03 3  7|067 24 4 4"));
    }

    void hours_count_to_12_or_24() {
        QCOMPARE(formatted("%H:%M:%S %I %p %-I"), std::string("15:04:05 03 PM 3"));
        std::tm midnight = afternoon();
        midnight.tm_hour = 0;
        QCOMPARE(formatted("%H %I %p", midnight), std::string("00 12 AM"));
    }

    void short_forms_stand_for_long_ones() {
        QCOMPARE(formatted("%F %T %R %D%%%n%t"), std::string("2024-03-07 15:04:05 15:04 03/07/24%\n\t"));
    }

    void other_letters_are_errors() {
        for (const char* format : {"%", "%-", "%Q", "%E", "%-%%Q", "a%"}) {
            QVERIFY2(formatted(format).starts_with("error: chat template line"), format);
        }
    }
};

STRATA_TEST(JinjaTimeFormatTest);
#include "time_format_test.moc"
