#include "ui/main_window/engine_activity.h"

#include <QCoreApplication>

#include "ui/chat/turn_text.h"

namespace strata::ui {

/// Context of the translations.
struct EngineActivityText {
    Q_DECLARE_TR_FUNCTIONS(EngineActivityText)
};

namespace {

QString withPercent(const QString& word, std::optional<int> percent) {
    return EngineActivityText::tr("%1 %2 %").arg(word,
                                                 percent ? QString::number(*percent) : EngineActivityText::tr("–"));
}

}  // namespace

QString shownActivity(const EngineActivity& activity) {
    switch (activity.word) {
        case EngineActivity::Word::no_model:
            return EngineActivityText::tr("No model");
        case EngineActivity::Word::loading:
            return withPercent(EngineActivityText::tr("Loading"), activity.percent);
        case EngineActivity::Word::ready:
            return EngineActivityText::tr("Ready");
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
