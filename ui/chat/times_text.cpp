#include "ui/chat/times_text.h"

#include <QCoreApplication>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLocale>
#include <QStringList>
#include <QVariant>

#include "ui/chat/remembered_text.h"
#include "ui/chat/turn_text.h"

namespace strata::ui {
namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("TimesText", text);
}

QString unknown() {
    return tr("–");
}

QString shownCount(int pieces) {
    return tr("%1 pieces").arg(QLocale().toString(pieces));
}

template <class Value, class Shown>
QString shownOr(const std::optional<Value>& value, Shown shown) {
    return value ? shown(*value) : unknown();
}

QString shownThinking(Thinking thinking) {
    switch (thinking) {
        case Thinking::off:
            return tr("off");
        case Thinking::low:
            return tr("short");
        case Thinking::medium:
            return tr("on");
        case Thinking::high:
            break;
    }
    return tr("long");
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

QString orUnknown(const QString& text) {
    return text.isEmpty() ? unknown() : text;
}

}  // namespace

std::vector<std::pair<QString, QString>> messageTimes(const Message& message) {
    const auto& remembered = message.remembered;
    std::vector<std::pair<QString, QString>> rows{
        {tr("First word after"), shownOr(message.first_word, shownSeconds)},
        {tr("Writing"), shownSpeed(message.pieces_per_second)},
        {tr("Written"), shownOr(message.pieces, shownCount)},
        {tr("Thought for"), shownOr(message.thinking_time, shownSeconds)},
        {tr("Read"),
         shownOr(remembered,
                 [](const app::Remembered& all) { return shownCount(all.prompt_pieces - all.reused_pieces); })},
        {tr("Remembered"), shownOr(remembered,
                                   [](const app::Remembered& all) {
                                       return tr("%1 of %2, %3 %")
                                           .arg(QLocale().toString(all.reused_pieces),
                                                QLocale().toString(all.prompt_pieces))
                                           .arg(rememberedPercent(all));
                                   })},
        {tr("Brought back from"),
         shownOr(remembered, [](const app::Remembered& all) { return orUnknown(shownSource(all.source)); })},
        {tr("Bringing back took"),
         shownOr(remembered, [](const app::Remembered& all) { return shownSeconds(all.restore_time); })},
        {tr("Model"), orUnknown(message.model)},
        {tr("Thinking"), shownThinking(message.thinking)},
        {tr("Settings"), shownSettings(message.settings)},
        {tr("Program version"), orUnknown(message.program_version)},
    };
    return rows;
}

}  // namespace strata::ui
