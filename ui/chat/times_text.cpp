#include "ui/chat/times_text.h"

#include <optional>

#include <QCoreApplication>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLocale>
#include <QStringList>
#include <QVariant>

#include "ui/chat/remembered_text.h"
#include "ui/chat/turn_text.h"

namespace strata::ui {

/// Context of the translations.
struct TimesText {
    Q_DECLARE_TR_FUNCTIONS(TimesText)
};

namespace {

QString unknown() {
    return TimesText::tr("–");
}

QString shownCount(int pieces) {
    return TimesText::tr("%1 pieces").arg(QLocale().toString(pieces));
}

template <class Value, class Shown>
QString shownOr(const std::optional<Value>& value, Shown shown) {
    return value ? shown(*value) : unknown();
}

QString shownThinking(Thinking thinking) {
    switch (thinking) {
        case Thinking::off:
            return TimesText::tr("off");
        case Thinking::low:
            return TimesText::tr("short");
        case Thinking::medium:
            return TimesText::tr("on");
        case Thinking::high:
            break;
    }
    return TimesText::tr("long");
}

/// The settings as they were noted down: "temperature 0.7, top_p 0.95".
QString shownSettings(const QString& json) {
    const QJsonObject settings = QJsonDocument::fromJson(json.toUtf8()).object();
    QStringList parts;
    for (auto setting = settings.begin(); setting != settings.end(); ++setting) {
        parts.append(setting.key() + u' ' + setting.value().toVariant().toString());
    }
    return parts.isEmpty() ? unknown() : parts.join(QStringLiteral(", "));
}

/// Known as long as the program runs.
std::optional<double> readingSpeed(const Message& message) {
    return message.reading.pieces_per_second > 0 ? std::optional(message.reading.pieces_per_second) : std::nullopt;
}

/// What the model held of the chat after the answer.
std::optional<int> piecesInMind(const Message& message) {
    return message.remembered && message.pieces ? std::optional(message.remembered->prompt_pieces + *message.pieces)
                                                : std::nullopt;
}

QString orUnknown(const QString& text) {
    return text.isEmpty() ? unknown() : text;
}

}  // namespace

std::vector<std::pair<QString, QString>> messageTimes(const Message& message) {
    const auto& remembered = message.remembered;
    std::vector<std::pair<QString, QString>> rows{
        {TimesText::tr("First word after"), shownOr(message.first_word, shownSeconds)},
        {TimesText::tr("Reading"), shownSpeed(readingSpeed(message))},
        {TimesText::tr("Writing"), shownSpeed(message.pieces_per_second)},
        {TimesText::tr("Written"), shownOr(message.pieces, shownCount)},
        {TimesText::tr("Thought for"), shownOr(message.thinking_time, shownSeconds)},
        {TimesText::tr("Read"),
         shownOr(remembered,
                 [](const app::Remembered& all) { return shownCount(all.prompt_pieces - all.reused_pieces); })},
        {TimesText::tr("Remembered"), shownOr(remembered,
                                              [](const app::Remembered& all) {
                                                  return TimesText::tr("%1 of %2, %3 %")
                                                      .arg(QLocale().toString(all.reused_pieces),
                                                           QLocale().toString(all.prompt_pieces))
                                                      .arg(rememberedPercent(all));
                                              })},
        {TimesText::tr("In mind afterwards"), shownOr(piecesInMind(message), shownCount)},
        {TimesText::tr("Brought back from"),
         shownOr(remembered, [](const app::Remembered& all) { return orUnknown(shownSource(all.source)); })},
        {TimesText::tr("Bringing back took"),
         shownOr(remembered, [](const app::Remembered& all) { return shownSeconds(all.restore_time); })},
        {TimesText::tr("Model"), orUnknown(message.model)},
        {TimesText::tr("Thinking"), shownThinking(message.thinking)},
        {TimesText::tr("Settings"), shownSettings(message.settings)},
        {TimesText::tr("Program version"), orUnknown(message.program_version)},
    };
    return rows;
}

}  // namespace strata::ui
