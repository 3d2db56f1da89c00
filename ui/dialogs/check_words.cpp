#include "ui/dialogs/check_words.h"

#include <array>

#include <QCoreApplication>

namespace strata::ui {
namespace {

struct Words {
    const char* scenario;
    const char* name;
    const char* description;
};

constexpr std::array kWords{
    Words{"reuse", QT_TRANSLATE_NOOP("CheckWords", "Taking turns"),
          QT_TRANSLATE_NOOP("CheckWords", "Three chats take turns, go on, are changed and answered again.")},
    Words{
        "rewinds", QT_TRANSLATE_NOOP("CheckWords", "Going back"),
        QT_TRANSLATE_NOOP("CheckWords", "A long chat goes back to each earlier message, with another one in between.")},
    Words{"pressure", QT_TRANSLATE_NOOP("CheckWords", "Many chats"),
          QT_TRANSLATE_NOOP("CheckWords", "Twelve chats, with room for four.")},
    Words{"oversized", QT_TRANSLATE_NOOP("CheckWords", "Large chats"),
          QT_TRANSLATE_NOOP("CheckWords", "Chats that are larger than the room for them.")},
    Words{"exchange", QT_TRANSLATE_NOOP("CheckWords", "Changing places"),
          QT_TRANSLATE_NOOP("CheckWords", "Two chats change places again and again, with room for one.")},
    Words{"admission", QT_TRANSLATE_NOOP("CheckWords", "No memory left"),
          QT_TRANSLATE_NOOP("CheckWords", "The PC has no memory to spare, so nothing is parked.")},
    Words{"disk", QT_TRANSLATE_NOOP("CheckWords", "Parked on disk"),
          QT_TRANSLATE_NOOP("CheckWords", "Chats come back from the disk, at their end and at earlier messages.")},
    Words{"mixed", QT_TRANSLATE_NOOP("CheckWords", "In memory and on disk"),
          QT_TRANSLATE_NOOP("CheckWords", "Some chats are parked in memory, others on the disk.")},
    Words{"restart", QT_TRANSLATE_NOOP("CheckWords", "Starting again"),
          QT_TRANSLATE_NOOP("CheckWords", "Strata is closed and opened between the messages.")},
};

}  // namespace

CheckWords checkWords(const QString& scenario, const QString& engine_description) {
    for (const Words& words : kWords) {
        if (scenario == QLatin1String(words.scenario)) {
            return {QCoreApplication::translate("CheckWords", words.name),
                    QCoreApplication::translate("CheckWords", words.description)};
        }
    }
    return {scenario, engine_description};
}

}  // namespace strata::ui
