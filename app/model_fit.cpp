#include "app/model_fit.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace strata::app {
namespace {

constexpr double kGib = 1024.0 * 1024 * 1024;
constexpr double kGb = 1e9;

constexpr double kTightGib = 8;      ///< so much below comfort is still tight
constexpr double kBesideArena = 10;  ///< system, dense weights and buffers beside the experts
constexpr double kSystemGib = 6;     ///< the least that the system itself needs
constexpr double kCardBase = 5;      ///< dense weights, head and 32 Ki of keys and values on the card
constexpr double kBudgetLeft = 24;   ///< stays free if only a part of the experts is held
constexpr int kSmallestBudget = 8;
constexpr double kLeastRam = 24;  ///< below it even a small budget leaves nothing for the system
constexpr double kGbPerGib = kGib / kGb;

constexpr int kBaseContext = 32'768;
constexpr int kCapContext = 131'072;
constexpr int kLayersWithKeys = 13;
constexpr int kInt8CellBytes = 1'056;
constexpr double kLongContextRoom = 24;
constexpr double kPicturesFrom = 12;

constexpr qint64 kWorkingBytes = 8'000'000'000;
constexpr qint64 kWorkingWithDraftLayer = 2'000'000'000;
constexpr qint64 kPicturesWorking = 1'000'000'000;

double contextGb(int context_length) {
    return static_cast<double>(context_length) * kLayersWithKeys * kInt8CellBytes / kGb;
}

/// Gigabytes of experts that the cards can hold.
double cardShare(double arena_gb, const Machine& machine, int context_length) {
    if (!machine.card_computes || machine.cards_gib <= 0) {
        return 0;
    }
    const double longer = contextGb(std::max(0, context_length - kBaseContext));
    return std::clamp(machine.cards_gib - kCardBase - longer, 0.0, arena_gb);
}

/// Measured output on one PC, by size; what other machines can expect is scaled from it.
struct Measured {
    const char* size;
    double per_second;
};
constexpr std::array<Measured, 6> kMeasured = {
    {{"Q2_0", 94.6}, {"IQ2_XS", 78.0}, {"IQ3_XXS", 65.6}, {"IQ3_S", 54.4}, {"IQ1_M", 55.1}, {"UD-Q4_K_XL", 7.8}}};

}  // namespace

ModelFit fitOf(const CatalogSize& size, const Machine& machine, int context_length) {
    ModelFit fit;
    fit.comfortable_gib = size.ram_gib;
    if (size.nvidia_only && machine.card.isEmpty()) {
        fit.level = FitLevel::cannot;
        fit.reason = FitReason::needs_card;
        return fit;
    }
    if (size.ram_gib <= 0 || !size.arena_gb || machine.ram_gib <= 0) {
        fit.level = FitLevel::warning;
        fit.reason = FitReason::unknown_need;
        return fit;
    }
    const double arena = *size.arena_gb;
    const double share = cardShare(arena, machine, context_length);
    const bool held_whole = machine.ram_gib >= arena - share + kBesideArena;
    fit.held_gib =
        static_cast<int>(std::clamp(std::round(machine.ram_gib) - kBudgetLeft, static_cast<double>(kSmallestBudget),
                                    std::max(arena / kGbPerGib, static_cast<double>(kSmallestBudget))));
    // How it would run when memory alone does not hold it.
    const bool just_enough = machine.ram_gib - kSystemGib + share >= arena;
    const FitReason otherwise = just_enough ? FitReason::nothing_spare : FitReason::reads_from_disk;
    if (machine.ram_gib >= size.ram_gib) {
        fit.reason = held_whole ? FitReason::none : otherwise;
    } else if (machine.ram_gib >= size.ram_gib - kTightGib) {
        fit.level = FitLevel::tight;
        fit.reason = held_whole ? FitReason::close_programs : otherwise;
    } else if (held_whole || just_enough || machine.ram_gib >= kLeastRam) {
        fit.level = FitLevel::warning;
        fit.reason = held_whole ? FitReason::shared_with_card : otherwise;
    } else {
        fit.level = FitLevel::cannot;
        fit.reason = FitReason::too_little_memory;
    }
    if (fit.reason != FitReason::reads_from_disk) {
        fit.held_gib = 0;
    }
    return fit;
}

QString recommendedSize(const ModelCatalog& catalog, const Machine& machine, ModelWish wish) {
    const double ram = machine.ram_gib;
    const bool best = wish == ModelWish::best;
    QStringList order;
    if (ram < 40 || wish == ModelWish::code) {
        order.append(QStringLiteral("coder-IQ1_M"));
    }
    if (ram >= 40 && wish == ModelWish::fast) {
        order.append(QStringLiteral("orig-Q2_0"));
    }
    if (ram >= 90 && wish != ModelWish::fast) {
        order.append(QStringLiteral("orig-IQ3_S"));
    }
    if (best && ram >= 60) {
        order.append(ram >= 62 ? QStringLiteral("orig-IQ3_S") : QStringLiteral("orig-IQ3_XXS"));
    }
    order.append({QStringLiteral("orig-IQ2_XS"), QStringLiteral("orig-Q2_0"), QStringLiteral("coder-IQ1_M")});
    for (const QString& id : order) {
        const CatalogSize* const size = catalog.size(id);
        if (size != nullptr && size->offered && fitOf(*size, machine).level != FitLevel::cannot) {
            return id;
        }
    }
    return {};
}

int smallestMemoryGib(const ModelCatalog& catalog) {
    int smallest = 0;
    for (const CatalogSize& size : catalog.sizes()) {
        if (size.offered && size.ram_gib > 0) {
            smallest = smallest == 0 ? size.ram_gib : std::min(smallest, size.ram_gib);
        }
    }
    return smallest;
}

int longestContext(const CatalogSize& size, const Machine& machine) {
    int longest = 0;
    for (const int context : size.contexts) {
        const bool heavy = size.size == QLatin1String("IQ3_XXS") || size.size == QLatin1String("IQ3_S");
        const double needed = size.arena_gb.value_or(0) + contextGb(context) + kLongContextRoom;
        if (context <= kCapContext || !heavy || (size.arena_gb && needed <= machine.ram_gib)) {
            longest = std::max(longest, context);
        }
    }
    return longest;
}

int defaultContext(const CatalogSize& size, const Machine& machine) {
    // Without a card that computes all of it is held in memory, and long chats are read slowly anyhow.
    const double card = machine.card_computes ? machine.smallest_card_gib : 0;
    int wanted = kCapContext;
    if (card < 14) {
        wanted = size.budget ? 8'192 : kBaseContext;
    } else if (size.budget) {
        wanted = kBaseContext;
    } else if (card < 20) {
        wanted = 65'536;
    }
    int chosen = 0;
    for (const int context : size.contexts) {
        if (context <= wanted && context <= longestContext(size, machine)) {
            chosen = std::max(chosen, context);
        }
    }
    return chosen;
}

bool defaultPictures(const Machine& machine) {
    return machine.smallest_card_gib >= kPicturesFrom;
}

DiskNeed diskNeed(const ModelCatalog& catalog, const CatalogSize& size, bool with_pictures,
                  const std::set<QString>& present, bool draft_layer_present) {
    DiskNeed need;
    for (const CatalogFile& file : catalog.filesOf(size, with_pictures)) {
        const std::vector<CatalogFile> twins = catalog.sameContent(file);
        const bool there = present.count(file.id) > 0 ||
                           std::any_of(twins.begin(), twins.end(),
                                       [&present](const CatalogFile& twin) { return present.count(twin.id) > 0; });
        (there ? need.present_bytes : need.download_bytes) += file.bytes.value_or(0);
    }
    need.working_bytes = draft_layer_present ? kWorkingWithDraftLayer : kWorkingBytes;
    if (with_pictures) {
        need.working_bytes += kPicturesWorking;
    }
    return need;
}

std::optional<SpeedEstimate> expectedSpeed(const CatalogSize& size, const Machine& machine) {
    const ModelFit fit = fitOf(size, machine);
    const auto known = std::find_if(kMeasured.begin(), kMeasured.end(), [&size](const Measured& measured) {
        return size.size == QLatin1String(measured.size);
    });
    if (!machine.card_computes || machine.card.isEmpty() || known == kMeasured.end() || fit.level == FitLevel::cannot ||
        fit.reason == FitReason::unknown_need) {
        return std::nullopt;
    }
    const bool measured_from_disk = size.budget;
    if (fit.reason == FitReason::reads_from_disk && !measured_from_disk) {
        return std::nullopt;  // how fast depends on the drive and on what is asked: nothing to scale from
    }
    SpeedEstimate estimate{known->per_second * 0.5, known->per_second, known->per_second,
                           QStringLiteral("GeForce RTX 5070, 12 GB, 64 GB RAM")};
    if (machine.smallest_card_gib < 12) {
        estimate.slowest = known->per_second * 0.3;
        estimate.fastest = known->per_second * 0.8;
    }
    return estimate;
}

}  // namespace strata::app
