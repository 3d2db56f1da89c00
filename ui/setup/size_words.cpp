#include "ui/setup/size_words.h"

#include <array>
#include <cmath>

#include <QCoreApplication>
#include <QLocale>

namespace strata::ui {

/// Context of the translations.
struct SizeWords {
    Q_DECLARE_TR_FUNCTIONS(SizeWords)
};

namespace {

constexpr double kGb = 1e9;

QString number(double value) {
    return QLocale().toString(std::round(value), 'f', 0);
}

/// The name of a size within its family; empty: it has none.
QString sizeName(const QString& size) {
    if (size == QLatin1String("Q2_0")) {
        return SizeWords::tr("Fast");
    }
    if (size == QLatin1String("IQ2_XS")) {
        return SizeWords::tr("Balanced");
    }
    if (size == QLatin1String("IQ3_XXS")) {
        return SizeWords::tr("Better");
    }
    if (size == QLatin1String("IQ3_S")) {
        return SizeWords::tr("Best");
    }
    return {};
}

/// The summaries of the built-in list, for the translators: the list itself is not read by their tools.
[[maybe_unused]] constexpr std::array kSummaries{
    QT_TRANSLATE_NOOP(
        "LicenceSummary",
        "Free to use, also commercially. Offering the model as a hosted service needs a separate licence. Above 100 "
        "million monthly users or US$ 20 million revenue a product must show the model's name."),
    QT_TRANSLATE_NOOP(
        "LicenceSummary",
        "The model card names the Apache License 2.0; the base model's licence may apply as well: free to use, also "
        "commercially. Offering the model as a hosted service needs a separate licence. Above 100 million monthly "
        "users or US$ 20 million revenue a product must show the model's name."),
    QT_TRANSLATE_NOOP(
        "LicenceSummary",
        "Commercial use below US$ 1 million revenue. The publisher may ask for an account in which its terms were "
        "accepted. The base model's licence applies as well: free to use, also commercially. Offering the model as a "
        "hosted service needs a separate licence. Above 100 million monthly users or US$ 20 million revenue a product "
        "must show the model's name.")};

}  // namespace

QString plainSummary(const app::CatalogLicence& licence) {
    return QCoreApplication::translate("LicenceSummary", licence.summary.toUtf8().constData());
}

QString plainName(const app::CatalogSize& size) {
    const QString name = sizeName(size.size);
    if (size.family == QLatin1String("coder")) {
        return SizeWords::tr("Coder");
    }
    if (size.family == QLatin1String("swift") && !name.isEmpty()) {
        return SizeWords::tr("Swift %1").arg(name);
    }
    return size.family == QLatin1String("original") && !name.isEmpty() ? name : size.title;
}

QString qualityLine(const app::CatalogSize& size) {
    if (size.family == QLatin1String("coder")) {
        return SizeWords::tr("For programming, runs with 32 GB of memory, weaker at everything else.");
    }
    if (size.family == QLatin1String("swift")) {
        return size.size == QLatin1String("IQ3_XXS") ? SizeWords::tr("Thinks shorter, better answers.")
                                                     : SizeWords::tr("Thinks shorter.");
    }
    if (size.size == QLatin1String("Q2_0")) {
        return SizeWords::tr("The smallest and quickest.");
    }
    if (size.size == QLatin1String("IQ2_XS")) {
        return SizeWords::tr("Slightly better answers, nearly as quick.");
    }
    if (size.size == QLatin1String("IQ3_XXS")) {
        return SizeWords::tr("Clearly better answers, slower.");
    }
    if (size.size == QLatin1String("IQ3_S")) {
        return SizeWords::tr("As good as the original model, slowest.");
    }
    return size.about;
}

QString fitWord(app::FitLevel level) {
    switch (level) {
        case app::FitLevel::fits:
            return SizeWords::tr("Fits");
        case app::FitLevel::tight:
            return SizeWords::tr("Tight");
        case app::FitLevel::warning:
            return SizeWords::tr("With a warning");
        case app::FitLevel::cannot:
            break;
    }
    return SizeWords::tr("Cannot run here");
}

QString fitReason(const app::ModelFit& fit, const app::Machine& machine) {
    const QString needed = number(fit.comfortable_gib);
    const QString there = number(machine.ram_gib);
    switch (fit.reason) {
        case app::FitReason::none:
            return {};
        case app::FitReason::close_programs:
            return SizeWords::tr("Close other large programs: it is made for %1 GB of memory, this PC has %2 GB.")
                .arg(needed, there);
        case app::FitReason::shared_with_card:
            return SizeWords::tr(
                       "Memory and graphics memory have to share it, so loading takes longer. %1 GB of memory "
                       "would be enough.")
                .arg(needed);
        case app::FitReason::nothing_spare:
            return SizeWords::tr(
                       "Uses nearly everything that this PC has; little else can run. %1 GB of memory would be "
                       "enough.")
                .arg(needed);
        case app::FitReason::reads_from_disk:
            return SizeWords::tr(
                       "A part of it stays on the disk and is read while it answers: slow. About %1 GB are "
                       "held in memory.")
                .arg(fit.held_gib);
        case app::FitReason::too_little_memory:
            return SizeWords::tr("It is made for %1 GB of memory, this PC has %2 GB.").arg(needed, there);
        case app::FitReason::needs_card:
            return SizeWords::tr("It computes on NVIDIA graphics cards only.");
        case app::FitReason::unknown_need:
            break;
    }
    return SizeWords::tr("Could not tell whether it fits.");
}

QString speedLine(const std::optional<app::SpeedEstimate>& estimate, const app::Machine& machine) {
    if (estimate) {
        return SizeWords::tr("%1 to %2 pieces of words per second (estimate; %3 were measured with %4)")
            .arg(number(estimate->slowest), number(estimate->fastest), number(estimate->measured),
                 estimate->measured_on);
    }
    return machine.card_computes ? SizeWords::tr("– (not known for this PC)")
                                 : SizeWords::tr("– (measured on this PC at the end)");
}

QString downloadLine(const app::DiskNeed& need) {
    if (need.present_bytes <= 0) {
        return SizeWords::tr("%1 GB").arg(gigabytes(need.download_bytes));
    }
    if (need.download_bytes <= 0) {
        return SizeWords::tr("all %1 GB are already here").arg(gigabytes(need.present_bytes));
    }
    return SizeWords::tr("%1 GB more, %2 GB are already here")
        .arg(gigabytes(need.download_bytes), gigabytes(need.present_bytes));
}

QString gigabytes(qint64 bytes) {
    const double gb = static_cast<double>(bytes) / kGb;
    return QLocale().toString(gb, 'f', gb < 9.95 ? 1 : 0);
}

QString contextWord(int tokens) {
    return SizeWords::tr("%1 K").arg(QLocale().toString(tokens / 1024));
}

}  // namespace strata::ui
