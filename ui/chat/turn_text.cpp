#include "ui/chat/turn_text.h"

#include <algorithm>
#include <cmath>

#include <QCoreApplication>
#include <QLocale>
#include <QStringList>

#include "ui/chat/remembered_text.h"

namespace strata::ui {

/// Context of the translations.
struct TurnText {
    Q_DECLARE_TR_FUNCTIONS(TurnText)
};

namespace {

constexpr double kDecimalBelow = 10.0;
constexpr double kMillisecondsPerSecond = 1000.0;
constexpr std::chrono::milliseconds kMoment{50};  ///< shorter times would be shown as nought

QString shownNumber(double value) {
    return QLocale().toString(value, 'f', value < kDecimalBelow ? 1 : 0);
}

QString wholeSeconds(std::chrono::milliseconds time) {
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(time).count();
    return TurnText::tr("%1 s").arg(QLocale().toString(static_cast<qlonglong>(seconds)));
}

/// "Reading your message · 38 % · about 4 s left".
QString readingLine(const Message& message) {
    QStringList parts{TurnText::tr("Reading your message"), TurnText::tr("%1 %").arg(readPercent(message.reading))};
    const int left = message.reading.total - message.reading.read;
    if (message.reading.pieces_per_second > 0 && left > 0) {
        const double seconds = left / message.reading.pieces_per_second;
        if (seconds >= 1.0) {
            parts.append(TurnText::tr("about %1 s left").arg(QLocale().toString(std::ceil(seconds), 'f', 0)));
        }
    } else if (message.state_time >= std::chrono::seconds(1)) {
        parts.append(wholeSeconds(message.state_time));
    }
    return parts.join(TurnText::tr(" · "));
}

QString waitingLine(const QString& what, const Message& message) {
    return message.state_time < std::chrono::seconds(1) ? what
                                                        : what + TurnText::tr(" · ") + wholeSeconds(message.state_time);
}

QStringList numbers(const Message& message) {
    QStringList parts;
    if (message.first_word) {
        parts.append(*message.first_word < kMoment
                         ? TurnText::tr("First word at once")
                         : TurnText::tr("First word after %1").arg(shownSeconds(*message.first_word)));
    }
    if (message.pieces) {
        parts.append(shownSpeed(message.pieces_per_second));
        parts.append(*message.pieces == 1 ? TurnText::tr("1 piece")
                                          : TurnText::tr("%1 pieces").arg(QLocale().toString(*message.pieces)));
    }
    if (message.remembered) {
        if (const QString part = rememberedPart(*message.remembered); !part.isEmpty()) {
            parts.append(part);
        }
    }
    return parts;
}

QString numbersBehind(const QString& word, const Message& message) {
    return (QStringList{word} + numbers(message)).join(TurnText::tr(" · "));
}

}  // namespace

QString shownSeconds(std::chrono::milliseconds time) {
    return TurnText::tr("%1 s").arg(shownNumber(static_cast<double>(time.count()) / kMillisecondsPerSecond));
}

QString shownSpeed(std::optional<double> pieces_per_second) {
    return TurnText::tr("%1 pieces/s").arg(pieces_per_second ? shownNumber(*pieces_per_second) : TurnText::tr("–"));
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
            return message.load_seconds_left ? TurnText::tr("Will be sent when the model is ready, in about %1 s")
                                                   .arg(QLocale().toString(*message.load_seconds_left))
                                             : waitingLine(TurnText::tr("Loading the model"), message);
        case TurnState::waiting:
            return waitingLine(TurnText::tr("Waiting"), message);
        case TurnState::reading:
            return readingLine(message);
        case TurnState::thinking:
        case TurnState::writing:
            return {};
        case TurnState::done:
            return message.text.isEmpty() && message.reasoning.isEmpty()
                       ? numbersBehind(TurnText::tr("The model answered without a word"), message)
                       : numbers(message).join(TurnText::tr(" · "));
        case TurnState::cut_off:
            return numbersBehind(TurnText::tr("The answer reached its longest length"), message);
        case TurnState::stopped:
            return isUnanswered(message) ? TurnText::tr("Not answered yet")
                                         : numbersBehind(TurnText::tr("Stopped"), message);
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
        return TurnText::tr("Thinking… %1").arg(wholeSeconds(message.state_time));
    }
    if (!message.thinking_time) {
        return TurnText::tr("Thought");
    }
    return *message.thinking_time < kMoment ? TurnText::tr("Thought for a moment")
                                            : TurnText::tr("Thought for %1").arg(shownSeconds(*message.thinking_time));
}

QString spokenMessage(const Message& message) {
    const QString who = message.role == Role::user ? TurnText::tr("You") : TurnText::tr("Strata");
    return TurnText::tr("%1, %2: %3")
        .arg(who, QLocale().toString(message.time.toLocalTime().time(), QLocale::ShortFormat), message.text);
}

}  // namespace strata::ui
