#include "ui/settings/memory_bar.h"

#include <QLocale>

#include "app/load_settings.h"
#include "app/memory_fit.h"

namespace strata::ui {
namespace {

QString wordsOf(app::MemoryFit fit) {
    switch (fit) {
        case app::MemoryFit::fits:
            return MemoryBar::tr("fits");
        case app::MemoryFit::tight:
            return MemoryBar::tr("tight");
        case app::MemoryFit::from_disk:
            return MemoryBar::tr("runs partly from the disk, slower");
        case app::MemoryFit::does_not_fit:
            return MemoryBar::tr("does not fit");
        case app::MemoryFit::unknown:
            break;
    }
    return MemoryBar::tr("could not tell");
}

QString gigabytes(std::uint64_t bytes) {
    return QLocale().formattedDataSize(static_cast<qint64>(bytes), 1, QLocale::DataSizeTraditionalFormat);
}

}  // namespace

MemoryBar::MemoryBar(const Theme* theme, app::Settings* settings, const SettingsFacts& facts, QWidget* parent)
    : UsageBar(theme, tr("Memory"), parent), settings_(settings), facts_(facts) {
    setObjectName(QStringLiteral("memoryBar"));
    connect(settings, &app::Settings::modelChanged, this, &MemoryBar::judge);
    connect(settings, &app::Settings::parkingChanged, this, &MemoryBar::judge);
    judge();
}

void MemoryBar::judge() {
    const app::ModelSettings& model = settings_->model();
    app::MemoryPlan plan;
    plan.model = facts_.model_bytes;
    plan.experts = facts_.engine ? facts_.engine->experts.all_bytes : 0;
    plan.low_memory = model.low_memory;
    plan.for_others = app::limitsOf(*settings_).minimum_free_memory;
    plan.parking = app::limitsOf(*settings_).memory_parking_bytes.value_or(0);  // automatic takes what is left
    if (facts_.engine && facts_.engine->context_length > 0) {
        const int loaded = facts_.engine->context_length;
        plan.context_length = model.context_length > 0 ? model.context_length : loaded;
        plan.kv_per_token = app::kvPerTokenAs(model.kv_type, facts_.loaded_kv_type,
                                              facts_.engine->kv_bytes / static_cast<std::uint64_t>(loaded));
    }
    const app::MemoryJudgement judgement = app::judgeMemory(plan, facts_.hardware);
    const bool known = judgement.fit != app::MemoryFit::unknown;
    const double share = known ? static_cast<double>(judgement.needed) / static_cast<double>(judgement.available) : 0;
    showUsage(known ? tr("%1 of %2 needed, %3")
                          .arg(gigabytes(judgement.needed), gigabytes(judgement.available), wordsOf(judgement.fit))
                    : wordsOf(judgement.fit),
              share);
}

}  // namespace strata::ui
