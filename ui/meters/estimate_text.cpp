#include "ui/meters/estimate_text.h"

#include <algorithm>

#include <QCoreApplication>
#include <QLocale>
#include <QStringList>

#include "ui/chat/turn_text.h"
#include "ui/meters/meter_text.h"

namespace strata::ui {

/// Context of the translations.
struct EstimateText {
    Q_DECLARE_TR_FUNCTIONS(EstimateText)
};

namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

QString counted(int pieces) {
    return QLocale().toString(pieces);
}

QString rounded(seconds time) {
    constexpr int kSecondsPerMinute = 60;
    const auto count = static_cast<int>(time.count());
    return count < kSecondsPerMinute ? EstimateText::tr("%1 s").arg(counted(count))
                                     : EstimateText::tr("%1 min").arg(counted(count / kSecondsPerMinute));
}

/// A part of a sum: short times exactly, as "a moment" cannot be added.
QString partTime(const app::TimeRange& time) {
    if (time.high < app::kMoment) {
        return shownSeconds((time.low + time.high) / 2);
    }
    const seconds low = app::roundedWait(time.low);
    const seconds high = app::roundedWait(time.high);
    return low == high || low.count() == 0 ? rounded(high)
                                           : EstimateText::tr("%1 to %2").arg(rounded(low), rounded(high));
}

/// "wake the model 40 s + bring this chat back 0.3 s + read 1,200 new pieces 1 s".
QString waitParts(const EstimateFacts& facts) {
    QStringList parts;
    if (facts.wait.wake) {
        parts.append(EstimateText::tr("wake the model %1").arg(partTime(*facts.wait.wake)));
    }
    if (facts.wait.restore) {
        parts.append(EstimateText::tr("bring this chat back %1").arg(partTime(*facts.wait.restore)));
    }
    if (facts.wait.read) {
        parts.append(
            facts.new_pieces == 1
                ? EstimateText::tr("read 1 new piece %1").arg(partTime(*facts.wait.read))
                : EstimateText::tr("read %1 new pieces %2").arg(counted(facts.new_pieces), partTime(*facts.wait.read)));
    }
    return parts.join(EstimateText::tr(" + "));
}

QString waitText(const EstimateFacts& facts) {
    if (facts.wait.waits_for_others) {
        return EstimateText::tr("waits for the answer that is being written");
    }
    if (!facts.wait.all) {
        return EstimateText::tr("time not known yet");
    }
    const bool one_part = !facts.wait.wake && !facts.wait.restore;
    return one_part ? EstimateText::tr("first word in %1").arg(shownWait(*facts.wait.all)) : waitParts(facts);
}

bool isGettingFull(const EstimateFacts& facts) {
    if (!facts.left || !facts.context_length || *facts.context_length <= 0) {
        return false;
    }
    return *facts.context_length - *facts.left >= kNearlyFull * *facts.context_length;
}

EstimateLine lineOnItsWay(const EstimateFacts& facts) {
    if (!facts.remaining) {
        return {};
    }
    if (facts.remaining->count() < 0) {
        return {EstimateText::tr("This takes longer than expected."), false, false};
    }
    return {EstimateText::tr("First word in %1").arg(shownWait({*facts.remaining, *facts.remaining})),
            *facts.remaining > kLongWait, false};
}

}  // namespace

QString shownWait(const app::TimeRange& time) {
    const seconds low = app::roundedWait(time.low);
    const seconds high = app::roundedWait(time.high);
    if (high.count() == 0) {
        return EstimateText::tr("a moment");
    }
    if (low == high) {
        return EstimateText::tr("about %1").arg(rounded(high));
    }
    return low.count() == 0 ? EstimateText::tr("up to %1").arg(rounded(high))
                            : EstimateText::tr("%1 to %2").arg(rounded(low), rounded(high));
}

QString tooBigText(int needed, int left) {
    return EstimateText::tr("This message needs %1 pieces; %2 are left.")
        .arg(counted(needed), counted(std::max(left, 0)));
}

QString goBackText(const app::TimeRange& time) {
    return time.high < app::kMoment ? EstimateText::tr("instantly") : shownWait(time);
}

bool isTooBig(const EstimateFacts& facts) {
    return facts.pieces && facts.needed && facts.left && *facts.needed > *facts.left;
}

EstimateLine estimateLine(const EstimateFacts& facts) {
    if (isTooBig(facts)) {
        return {tooBigText(*facts.needed, *facts.left), true, true};
    }
    if (facts.on_its_way && !facts.pieces) {
        return lineOnItsWay(facts);
    }
    QStringList parts;
    if (facts.pieces) {
        const QString pieces = *facts.pieces == 1 ? EstimateText::tr("1 piece")
                                                  : EstimateText::tr("%1 pieces").arg(counted(*facts.pieces));
        parts.append(facts.exact ? pieces : EstimateText::tr("about %1").arg(pieces));
    }
    const bool full = isGettingFull(facts);
    if (facts.left) {
        const QString left = EstimateText::tr("%1 left").arg(counted(std::max(*facts.left, 0)));
        parts.append(full ? EstimateText::tr("%1, getting full").arg(left) : left);
    }
    EstimateLine line;
    if (facts.pieces) {
        parts.append(waitText(facts));
        line.strong = facts.wait.all && facts.wait.all->high > kLongWait;
    } else if (facts.left) {
        parts = {full
                     ? EstimateText::tr("Space for %1 more pieces, getting full").arg(counted(std::max(*facts.left, 0)))
                     : EstimateText::tr("Space for %1 more pieces").arg(counted(std::max(*facts.left, 0)))};
    }
    line.text = parts.join(EstimateText::tr(" · "));
    line.attention = full;
    return line;
}

QString scoreText(const app::EstimateScore& score) {
    if (score.all == 0) {
        return {};
    }
    return EstimateText::tr("The time shown before sending was right for %1 of the last %2 messages (within 30 %).")
        .arg(counted(score.right), counted(score.all));
}

}  // namespace strata::ui
