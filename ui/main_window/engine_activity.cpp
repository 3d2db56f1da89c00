#include "ui/main_window/engine_activity.h"

#include <QCoreApplication>
#include <QLocale>

#include "ui/chat/turn_text.h"

namespace strata::ui {
namespace {

constexpr double kGigabyte = 1e9;

QString tr(const char* text) {
    return QCoreApplication::translate("EngineActivity", text);
}

QString withPercent(const QString& word, std::optional<int> percent) {
    return tr("%1 %2 %").arg(word, percent ? QString::number(*percent) : tr("–"));
}

QString gigabytes(std::uint64_t bytes) {
    return QLocale().toString(static_cast<double>(bytes) / kGigabyte, 'f', 1);
}

/// Real bytes where they are many; of a small model a share is enough.
QString loadingText(const EngineActivity& activity) {
    const QString text =
        static_cast<double>(activity.bytes.total) >= kGigabyte
            ? tr("Loading %1 of %2 GB").arg(gigabytes(activity.bytes.done), gigabytes(activity.bytes.total))
            : withPercent(tr("Loading"), activity.percent);
    return activity.seconds_left ? tr("%1, about %2 s left").arg(text, QLocale().toString(*activity.seconds_left))
                                 : text;
}

}  // namespace

QString shownActivity(const EngineActivity& activity) {
    switch (activity.word) {
        case EngineActivity::Word::no_model:
            return tr("No model");
        case EngineActivity::Word::off:
            return tr("Off");
        case EngineActivity::Word::loading:
            return loadingText(activity);
        case EngineActivity::Word::ready:
            return tr("Ready");
        case EngineActivity::Word::waiting:
            return tr("Waiting");
        case EngineActivity::Word::freeing:
            return tr("Freeing memory");
        case EngineActivity::Word::needs_restart:
            return tr("Needs restart");
        case EngineActivity::Word::reading:
            return withPercent(tr("Reading"), activity.percent);
        case EngineActivity::Word::writing:
            return tr("Writing %1").arg(shownSpeed(activity.pieces_per_second));
        case EngineActivity::Word::failed:
            break;
    }
    return tr("Failed");
}

}  // namespace strata::ui
