#include "ui/chat/date_group.h"

#include <QCoreApplication>
#include <QLocale>

namespace strata::ui {
namespace {

constexpr int kTemporary = -2;
constexpr int kPinned = -1;
constexpr int kToday = 0;
constexpr int kYesterday = 1;
constexpr int kLastDays = 2;
constexpr int kMonths = 3;  ///< the present one; every month before is one more
constexpr int kDaysOfLastDays = 7;
constexpr int kMonthsOfYear = 12;

int monthNumber(const QDate& date) {
    return date.year() * kMonthsOfYear + date.month() - 1;
}

}  // namespace

DateGroup groupOf(const app::ChatRecord& chat, const QDate& today) {
    if (chat.temporary) {
        return {kTemporary};
    }
    if (chat.pinned) {
        return {kPinned};
    }
    const QDate date = chat.changed.toLocalTime().date();
    const qint64 days = date.daysTo(today);
    if (days <= 0) {  // also with a clock that was set back
        return {kToday};
    }
    if (days == 1) {
        return {kYesterday};
    }
    return {days <= kDaysOfLastDays ? kLastDays : kMonths + monthNumber(today) - monthNumber(date)};
}

QString headingOf(const DateGroup& group, const QDate& today) {
    switch (group.rank) {
        case kTemporary:
            return QCoreApplication::translate("DateGroup", "Temporary");
        case kPinned:
            return QCoreApplication::translate("DateGroup", "Pinned");
        case kToday:
            return QCoreApplication::translate("DateGroup", "Today");
        case kYesterday:
            return QCoreApplication::translate("DateGroup", "Yesterday");
        case kLastDays:
            return QCoreApplication::translate("DateGroup", "Last 7 days");
        default:
            break;
    }
    const QDate month = QDate(today.year(), today.month(), 1).addMonths(kMonths - group.rank);
    const QString name = QLocale().standaloneMonthName(month.month());
    return month.year() == today.year() ? name : QStringLiteral("%1 %2").arg(name).arg(month.year());
}

}  // namespace strata::ui
