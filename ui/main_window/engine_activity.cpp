#include "ui/main_window/engine_activity.h"

#include <QCoreApplication>
#include <QLocale>

#include "ui/chat/turn_text.h"

namespace strata::ui {

/// Context of the translations.
struct EngineActivityText {
    Q_DECLARE_TR_FUNCTIONS(EngineActivityText)
};

namespace {

constexpr double kGigabyte = 1e9;

QString withPercent(const QString& word, std::optional<int> percent) {
    return EngineActivityText::tr("%1 %2 %").arg(word,
                                                 percent ? QString::number(*percent) : EngineActivityText::tr("–"));
}

QString gigabytes(std::uint64_t bytes) {
    return QLocale().toString(static_cast<double>(bytes) / kGigabyte, 'f', 1);
}

/// Real bytes where they are many; of a small model a share is enough.
QString loadingText(const EngineActivity& activity) {
    const QString text = static_cast<double>(activity.bytes.total) >= kGigabyte
                             ? EngineActivityText::tr("Loading %1 of %2 GB")
                                   .arg(gigabytes(activity.bytes.done), gigabytes(activity.bytes.total))
                             : withPercent(EngineActivityText::tr("Loading"), activity.percent);
    return activity.seconds_left
               ? EngineActivityText::tr("%1, about %2 s left").arg(text, QLocale().toString(*activity.seconds_left))
               : text;
}

}  // namespace

QString shownActivity(const EngineActivity& activity) {
    switch (activity.word) {
        case EngineActivity::Word::no_model:
            return EngineActivityText::tr("No model");
        case EngineActivity::Word::off:
            return EngineActivityText::tr("Off");
        case EngineActivity::Word::loading:
            return loadingText(activity);
        case EngineActivity::Word::ready:
            return EngineActivityText::tr("Ready");
        case EngineActivity::Word::waiting:
            return EngineActivityText::tr("Waiting");
        case EngineActivity::Word::freeing:
            return EngineActivityText::tr("Freeing memory");
        case EngineActivity::Word::needs_restart:
            return EngineActivityText::tr("Needs restart");
        case EngineActivity::Word::reading:
            return withPercent(EngineActivityText::tr("Reading"), activity.percent);
        case EngineActivity::Word::writing:
            return EngineActivityText::tr("Writing %1").arg(shownSpeed(activity.pieces_per_second));
        case EngineActivity::Word::failed:
            break;
    }
    return EngineActivityText::tr("Failed");
}

}  // namespace strata::ui
