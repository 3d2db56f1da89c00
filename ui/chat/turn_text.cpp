#include "ui/chat/turn_text.h"

#include <algorithm>
#include <cmath>

#include <QCoreApplication>
#include <QLocale>
#include <QStringList>

#include "ui/chat/remembered_text.h"

namespace strata::ui {
namespace {

constexpr double kDecimalBelow = 10.0;
constexpr double kMillisecondsPerSecond = 1000.0;
constexpr std::chrono::milliseconds kMoment{50};  ///< shorter times would be shown as nought

QString tr(const char* text) {
    return QCoreApplication::translate("TurnText", text);
}

QString shownNumber(double value) {
    return QLocale().toString(value, 'f', value < kDecimalBelow ? 1 : 0);
}

QString wholeSeconds(std::chrono::milliseconds time) {
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(time).count();
    return tr("%1 s").arg(QLocale().toString(static_cast<qlonglong>(seconds)));
}

/// "Reading your message · 38 % · about 4 s left".
QString readingLine(const Message& message) {
    QStringList parts{tr("Reading your message"), tr("%1 %").arg(readPercent(message.reading))};
    const int left = message.reading.total - message.reading.read;
    if (message.reading.pieces_per_second > 0 && left > 0) {
        const double seconds = left / message.reading.pieces_per_second;
        if (seconds >= 1.0) {
            parts.append(tr("about %1 s left").arg(QLocale().toString(std::ceil(seconds), 'f', 0)));
        }
    } else if (message.state_time >= std::chrono::seconds(1)) {
        parts.append(wholeSeconds(message.state_time));
    }
    return parts.join(tr(" · "));
}

QString waitingLine(const QString& what, const Message& message) {
    return message.state_time < std::chrono::seconds(1) ? what : what + tr(" · ") + wholeSeconds(message.state_time);
}

QStringList numbers(const Message& message) {
    QStringList parts;
    if (message.first_word) {
        parts.append(*message.first_word < kMoment ? tr("First word at once")
                                                   : tr("First word after %1").arg(shownSeconds(*message.first_word)));
    }
    if (message.pieces) {
        parts.append(shownSpeed(message.pieces_per_second));
        parts.append(*message.pieces == 1 ? tr("1 piece") : tr("%1 pieces").arg(QLocale().toString(*message.pieces)));
    }
    if (message.remembered) {
        if (const QString part = rememberedPart(*message.remembered); !part.isEmpty()) {
            parts.append(part);
        }
    }
    return parts;
}

QString numbersBehind(const QString& word, const Message& message) {
    return (QStringList{word} + numbers(message)).join(tr(" · "));
}

}  // namespace

QString shownSeconds(std::chrono::milliseconds time) {
    return tr("%1 s").arg(shownNumber(static_cast<double>(time.count()) / kMillisecondsPerSecond));
}

QString shownSpeed(std::optional<double> pieces_per_second) {
    return tr("%1 pieces/s").arg(pieces_per_second ? shownNumber(*pieces_per_second) : tr("–"));
}

int readPercent(const ReadingProgress& reading) {
    constexpr int kAll = 100;
    return reading.total <= 0 ? 0 : std::clamp(kAll * reading.read / reading.total, 0, kAll);
}

QString stateLine(const Message& message) {
    if (message.role != Role::assistant) {
        return {};
    }
    switch (message.state) {
        case TurnState::loading:
            return message.load_seconds_left ? tr("Will be sent when the model is ready, in about %1 s")
                                                   .arg(QLocale().toString(*message.load_seconds_left))
                                             : waitingLine(tr("Loading the model"), message);
        case TurnState::waiting:
            return waitingLine(tr("Waiting"), message);
        case TurnState::reading:
            return readingLine(message);
        case TurnState::thinking:
        case TurnState::writing:
            return {};
        case TurnState::done:
            return message.text.isEmpty() && message.reasoning.isEmpty()
                       ? numbersBehind(tr("The model answered without a word"), message)
                       : numbers(message).join(tr(" · "));
        case TurnState::cut_off:
            return numbersBehind(tr("The answer reached its longest length"), message);
        case TurnState::stopped:
            return isUnanswered(message) ? tr("Not answered yet") : numbersBehind(tr("Stopped"), message);
        case TurnState::failed:
            break;
    }
    return {};
}

bool isUnanswered(const Message& message) {
    return message.state == TurnState::stopped && message.text.isEmpty() && message.reasoning.isEmpty();
}

bool canGoOn(const Message& message) {
    const bool broken_off = message.state == TurnState::stopped || message.state == TurnState::cut_off ||
                            message.state == TurnState::failed;
    return message.role == Role::assistant && broken_off && !message.text.isEmpty();
}

QString thinkingLine(const Message& message) {
    if (message.state == TurnState::thinking) {
        return tr("Thinking… %1").arg(wholeSeconds(message.state_time));
    }
    if (!message.thinking_time) {
        return tr("Thought");
    }
    return *message.thinking_time < kMoment ? tr("Thought for a moment")
                                            : tr("Thought for %1").arg(shownSeconds(*message.thinking_time));
}

QString spokenMessage(const Message& message) {
    const QString who = message.role == Role::user ? tr("You") : tr("Strata");
    return tr("%1, %2: %3").arg(who, QLocale().toString(message.time.time(), QLocale::ShortFormat), message.text);
}

}  // namespace strata::ui
