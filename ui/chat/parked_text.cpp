#include "ui/chat/parked_text.h"

#include <QCoreApplication>
#include <QLocale>
#include <QStringList>

#include "ui/chat/turn_text.h"

namespace strata::ui {

/// Context of the translations.
struct ParkedText {
    Q_DECLARE_TR_FUNCTIONS(ParkedText)
};

QString shownBytes(std::uint64_t bytes) {
    constexpr std::uint64_t kMegabyte = 1'000'000;
    constexpr std::uint64_t kGigabyte = 1'000'000'000;
    const QLocale locale;
    const auto value = static_cast<double>(bytes);
    if (bytes >= kGigabyte) {
        return ParkedText::tr("%1 GB").arg(locale.toString(value / static_cast<double>(kGigabyte), 'f', 1));
    }
    if (bytes >= kMegabyte) {
        const double megabytes = value / static_cast<double>(kMegabyte);
        return ParkedText::tr("%1 MB").arg(locale.toString(megabytes, 'f', megabytes < 10 ? 1 : 0));
    }
    return ParkedText::tr("%1 KB").arg(locale.toString(value / 1000.0, 'f', 0));
}

QString shownPlace(ParkedWhere where) {
    switch (where) {
        case ParkedWhere::memory:
            return ParkedText::tr("in memory");
        case ParkedWhere::disk:
            return ParkedText::tr("on disk");
        case ParkedWhere::memory_and_disk:
            break;
    }
    return ParkedText::tr("in memory and on disk");
}

QString shownFit(const ParkedConversation& parked) {
    switch (parked.fit) {
        case ParkedFit::fine:
            return ParkedText::tr("fine");
        case ParkedFit::other_model:
            return parked.model_name.empty()
                       ? ParkedText::tr("made with another model")
                       : ParkedText::tr("made with %1").arg(QString::fromStdString(parked.model_name));
        case ParkedFit::other_settings:
            break;
    }
    return ParkedText::tr("made with other settings");
}

QString shownReturn(const ParkedConversation& parked) {
    if (parked.restore_estimate.count() <= 0) {
        return ParkedText::tr("–");
    }
    const QString back = ParkedText::tr("in about %1").arg(shownSeconds(parked.restore_estimate));
    return parked.read_estimate.count() > 0
               ? ParkedText::tr("%1 (reading again would take %2)").arg(back, shownSeconds(parked.read_estimate))
               : back;
}

QString parkedTip(const ParkedConversation& parked) {
    QStringList parts{ParkedText::tr("Parked %1").arg(shownPlace(parked.where)), shownBytes(parked.bytes)};
    if (parked.restore_estimate.count() > 0) {
        parts.append(ParkedText::tr("comes back in %1").arg(shownSeconds(parked.restore_estimate)));
    }
    return parts.join(ParkedText::tr(", "));
}

}  // namespace strata::ui
