#include "app/hardware/system_judge.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include <QCoreApplication>
#include <QDir>
#include <QLocale>
#include <QStringList>

#include "app/hardware/machine.h"

namespace strata::app {

/// Context of the translations.
struct SystemJudge {
    Q_DECLARE_TR_FUNCTIONS(SystemJudge)
};

namespace {

constexpr double kGib = 1024.0 * 1024 * 1024;
constexpr double kGb = 1e9;
constexpr double kComfortableCardGib = 12;
constexpr double kComfortableMemoryGib = 64;
constexpr quint64 kSmallPageFile = std::uint64_t{4} << 30;
constexpr double kCommitRoomGb = 8;
constexpr int kOldestWindows = 19'045;  // 10 22H2

QString number(double value) {
    return QLocale().toString(std::round(value), 'f', 0);
}

QString gibOf(quint64 bytes) {
    return number(static_cast<double>(bytes) / kGib);
}

const GpuInfo* cardOf(const std::vector<GpuInfo>& cards, bool (*wanted)(const GpuInfo&)) {
    const GpuInfo* best = nullptr;
    for (const GpuInfo& card : cards) {
        if (wanted(card) && (best == nullptr || card.memory_bytes > best->memory_bytes)) {
            best = &card;
        }
    }
    return best;
}

bool isNvidia(const GpuInfo& card) {
    return card.vendor == "NVIDIA";
}

bool isNewEnough(const GpuInfo& card) {
    return isNvidia(card) && card.capability >= kOldestCapability;
}

CheckLine noCard(const std::vector<GpuInfo>& cards, bool processor_computes) {
    QStringList names;
    for (const GpuInfo& card : cards) {
        names.append(QString::fromStdString(card.name));
    }
    const QString found = names.isEmpty() ? SystemJudge::tr("none") : names.join(QStringLiteral(", "));
    return {CheckItem::graphics_card,
            CheckLevel::bad,
            QStringLiteral("E-GPU-NONE"),
            (processor_computes
                 ? SystemJudge::tr("Strata needs an NVIDIA graphics card and found %1. Without one it runs on the "
                                   "processor alone, much slower.")
                 : SystemJudge::tr("Strata needs an NVIDIA graphics card and found %1. Without one it cannot "
                                   "run."))
                .arg(found),
            {}};
}

CheckLine judgeCard(const SystemFacts& facts, const CheckNeeds& needs) {
    const std::vector<GpuInfo>& cards = facts.hardware.gpus;
    const GpuInfo* const any = cardOf(cards, isNvidia);
    const GpuInfo* const card = cardOf(cards, isNewEnough);
    if (any == nullptr) {
        return noCard(cards, needs.processor_computes);
    }
    if (card == nullptr && any->capability == 0) {
        return {CheckItem::graphics_card,
                CheckLevel::unknown,
                {},
                SystemJudge::tr("%1: could not tell what it can do, because its driver does not answer.")
                    .arg(QString::fromStdString(any->name)),
                {}};
    }
    if (card == nullptr) {
        return {CheckItem::graphics_card,
                CheckLevel::bad,
                QStringLiteral("E-GPU-OLD"),
                SystemJudge::tr("%1 is too old for this program. It needs an RTX 20 card or newer.")
                    .arg(QString::fromStdString(any->name)),
                {}};
    }
    CheckLine line{CheckItem::graphics_card, CheckLevel::good, {}, {}, {}};
    const QString name = QString::fromStdString(card->name);
    const double gib = std::round(static_cast<double>(card->memory_bytes) / kGib);
    if (card->memory_bytes == 0) {
        line.level = CheckLevel::unknown;
        line.text = SystemJudge::tr("%1: could not tell how much memory it has.").arg(name);
    } else if (gib < kSmallestCardGib) {
        line.level = CheckLevel::bad;
        line.text = SystemJudge::tr("%1 has %2 GB of graphics memory. %3 GB is the least that helps.")
                        .arg(name, number(gib), number(kSmallestCardGib));
    } else if (gib < kComfortableCardGib) {
        line.level = CheckLevel::fair;
        line.text = SystemJudge::tr("%1, %2 GB: works, slower.").arg(name, number(gib));
    } else {
        line.text = SystemJudge::tr("%1, %2 GB.").arg(name, number(gib));
    }
    if (!needs.card_computes) {
        line.level = line.level == CheckLevel::good ? CheckLevel::fair : line.level;
        line.text +=
            QLatin1Char(' ') + SystemJudge::tr("This version of Strata does not use it yet and runs on the processor.");
    }
    return line;
}

CheckLine judgeDriver(const GpuInfo& card, const CheckNeeds& needs) {
    CheckLine line{CheckItem::driver, CheckLevel::unknown, {}, {}, {}};
    const QString version = QString::fromStdString(card.driver);
    if (version.isEmpty() && card.capability == 0) {
        line.level = CheckLevel::bad;
        line.code = QStringLiteral("E-DRV-OLD");
        line.text = SystemJudge::tr(
                        "No graphics driver of NVIDIA answers. Strata needs %1 or newer. Installing takes about 5 "
                        "minutes.")
                        .arg(needs.driver);
    } else if (version.isEmpty()) {
        line.text = SystemJudge::tr("Could not tell which graphics driver is installed.");
    } else if (version.section(u'.', 0, 0).toInt() < needs.driver) {
        line.level = CheckLevel::bad;
        line.code = QStringLiteral("E-DRV-OLD");
        line.text =
            SystemJudge::tr("The graphics driver is %1. Strata needs %2 or newer. Updating takes about 5 minutes.")
                .arg(version)
                .arg(needs.driver);
    } else {
        line.level = CheckLevel::good;
        line.text = SystemJudge::tr("Version %1 is new enough.").arg(version);
    }
    return line;
}

CheckLine judgeMemory(const SystemFacts& facts, const CheckNeeds& needs) {
    CheckLine line{
        CheckItem::memory, CheckLevel::unknown, {}, SystemJudge::tr("Could not tell how much memory there is."), {}};
    if (facts.hardware.ram_bytes == 0) {
        return line;
    }
    const double gib = builtInGib(facts.hardware.ram_bytes);
    if (needs.size.isEmpty()) {
        line.level = CheckLevel::bad;
        line.code = QStringLiteral("E-RAM-LOW");
        line.text = SystemJudge::tr("This PC has %1 GB of memory. The smallest kind needs %2 GB.")
                        .arg(number(gib))
                        .arg(needs.smallest_memory_gib);
    } else if (gib < kComfortableMemoryGib) {
        line.level = CheckLevel::fair;
        line.text = SystemJudge::tr("%1 GB: enough for some sizes.").arg(number(gib));
    } else {
        line.level = CheckLevel::good;
        line.text = SystemJudge::tr("%1 GB.").arg(number(gib));
    }
    return line;
}

CheckLine judgePageFile(const SystemFacts& facts, const CheckNeeds& needs) {
    CheckLine line{CheckItem::page_file,
                   CheckLevel::unknown,
                   {},
                   SystemJudge::tr("Could not tell how large Windows' page file is."),
                   {}};
    if (!facts.page_file_bytes) {
        return line;
    }
    double cards_gb = 0;
    for (const GpuInfo& card : facts.hardware.gpus) {
        cards_gb += isNewEnough(card) ? static_cast<double>(card.memory_bytes) / kGb : 0;
    }
    const double wanted_gb = needs.memory_gb + cards_gb + kCommitRoomGb;
    const double memory_gb = static_cast<double>(facts.hardware.ram_bytes) / kGb;
    const double page_gb = static_cast<double>(*facts.page_file_bytes) / kGb;
    if (*facts.page_file_bytes >= kSmallPageFile && memory_gb + page_gb >= wanted_gb) {
        line.level = CheckLevel::good;
        line.text = SystemJudge::tr("%1 GB, together with the memory enough.").arg(number(page_gb));
        return line;
    }
    constexpr double kSmallestAdvice = 8;
    const double enough = std::max(kSmallestAdvice, std::ceil(wanted_gb - memory_gb));
    line.level = CheckLevel::fair;
    line.code = QStringLiteral("E-PAGEFILE");
    line.text = SystemJudge::tr("Windows' page file is %1 GB. Loading may fail; %2 GB is enough.")
                    .arg(number(page_gb), number(enough));
    line.advice = SystemJudge::tr(
                      "Press the Windows key and type “advanced system settings”. Under Performance press Settings, "
                      "then the page Advanced, then Change below Virtual memory. Untick “Automatically manage”, "
                      "choose a drive with room and Custom size, and type %1 in both boxes. Press Set, OK, and "
                      "restart the PC.")
                      .arg(enough * 1024, 0, 'f', 0);
    return line;
}

CheckLine judgeFreeMemory(const SystemFacts& facts, const CheckNeeds& needs) {
    CheckLine line{CheckItem::free_memory,
                   CheckLevel::unknown,
                   {},
                   SystemJudge::tr("Could not tell how much memory is free."),
                   {}};
    const quint64 free = facts.hardware.available_ram_bytes;
    if (free == 0) {
        return line;
    }
    if (needs.memory_gb <= 0 || static_cast<double>(free) >= needs.memory_gb * kGb) {
        line.level = CheckLevel::good;
        line.text = SystemJudge::tr("%1 GB of memory is free now.").arg(gibOf(free));
        return line;
    }
    QStringList programs;
    for (const ProgramMemory& program : facts.programs) {
        programs.append(SystemJudge::tr("%1 (%2 GB)")
                            .arg(program.name, QLocale().toString(static_cast<double>(program.bytes) / kGib, 'f', 1)));
    }
    line.level = CheckLevel::fair;
    line.code = QStringLiteral("E-RAM-NOW");
    line.text = SystemJudge::tr("Only %1 GB of memory is free; %2 needs %3.")
                    .arg(gibOf(free), needs.size, number(needs.memory_gb));
    if (!programs.isEmpty()) {
        line.text +=
            QLatin1Char(' ') + SystemJudge::tr("The biggest programs are %1.").arg(programs.join(QStringLiteral(", ")));
    }
    return line;
}

/// The volume to keep a model on: room first, then kind, then the most free space.
const VolumeFacts* bestVolume(const std::vector<VolumeFacts>& volumes, qint64 needed) {
    const auto rank = [needed](const VolumeFacts& volume) {
        const bool room = volume.free_bytes >= static_cast<quint64>(std::max<qint64>(needed, 0));
        const bool local = volume.kind != DriveKind::network && !volume.removable;
        const int kind = volume.kind == DriveKind::ssd ? 2 : volume.kind == DriveKind::unknown ? 1 : 0;
        return std::make_tuple(room, local, room ? kind : 0, volume.free_bytes);
    };
    const VolumeFacts* best = nullptr;
    for (const VolumeFacts& volume : volumes) {
        if (!volume.read_only && (best == nullptr || rank(volume) > rank(*best))) {
            best = &volume;
        }
    }
    return best;
}

CheckLine judgeDisk(const SystemFacts& facts, const CheckNeeds& needs) {
    CheckLine line{
        CheckItem::disk, CheckLevel::unknown, {}, SystemJudge::tr("Could not tell how much room the disks have."), {}};
    const VolumeFacts* const best = bestVolume(facts.volumes, needs.disk_bytes);
    if (best == nullptr) {
        return line;
    }
    const QString place = QDir::toNativeSeparators(best->root);
    const QString free = number(static_cast<double>(best->free_bytes) / kGb);
    if (best->free_bytes < static_cast<quint64>(std::max<qint64>(needs.disk_bytes, 0))) {
        line.level = CheckLevel::bad;
        line.code = QStringLiteral("E-DISK-NONE");
        line.text = SystemJudge::tr("No disk has %1 GB free. Drive %2 has the most: %3 GB.")
                        .arg(number(std::ceil(static_cast<double>(needs.disk_bytes) / kGb)), place, free);
        return line;
    }
    switch (best->kind) {
        case DriveKind::ssd:
            line.level = CheckLevel::good;
            line.text = SystemJudge::tr("%1 is an SSD with %2 GB free.").arg(place, free);
            break;
        case DriveKind::hard_disk:
            line.level = CheckLevel::fair;
            line.text =
                SystemJudge::tr("%1 has %2 GB free, but it is a hard disk: the first start takes minutes longer.")
                    .arg(place, free);
            break;
        case DriveKind::network:
            line.level = CheckLevel::fair;
            line.text = SystemJudge::tr("%1 has %2 GB free, but it is on the network: everything depends on its speed.")
                            .arg(place, free);
            break;
        case DriveKind::unknown:
            line.text = SystemJudge::tr("%1 has %2 GB free. Could not tell whether it is an SSD.").arg(place, free);
            break;
    }
    return line;
}

CheckLine judgeProcessor(const HardwareInfo& hardware) {
    const QString name = QString::fromStdString(hardware.cpu_name);
    if (hardware.cpu_level.empty()) {
        return {CheckItem::processor,
                CheckLevel::unknown,
                {},
                SystemJudge::tr("Could not tell what the processor can do."),
                {}};
    }
    if (hardware.cpu_level == "scalar") {
        return {CheckItem::processor,
                CheckLevel::bad,
                QStringLiteral("E-CPU-OLD"),
                SystemJudge::tr("The processor lacks an instruction set (AVX2) that Strata needs."),
                {}};
    }
    const QString cores = QLocale().toString(hardware.physical_cores);
    return {CheckItem::processor,
            CheckLevel::good,
            {},
            name.isEmpty() ? SystemJudge::tr("It has what is needed, with %1 cores.").arg(cores)
                           : SystemJudge::tr("%1, %2 cores.").arg(name, cores),
            {}};
}

CheckLine judgeSystem(const SystemVersion& system) {
    CheckLine line{
        CheckItem::system, CheckLevel::unknown, {}, SystemJudge::tr("Could not tell which system this is."), {}};
    const bool is_windows = system.family == SystemFamily::windows;
    if (system.family == SystemFamily::other || (is_windows && system.build == 0)) {
        return line;
    }
    if (is_windows && system.build < kOldestWindows) {
        line.level = CheckLevel::bad;
        line.code = QStringLiteral("E-OS-OLD");
        line.text = SystemJudge::tr("This version of Windows is too old. Windows 10 22H2 or newer is needed.");
        return line;
    }
    line.level = CheckLevel::good;
    line.text = SystemJudge::tr("%1.").arg(system.name.isEmpty() ? QStringLiteral("Linux") : system.name);
    return line;
}

}  // namespace

std::vector<CheckLine> judge(const SystemFacts& facts, const CheckNeeds& needs) {
    std::vector<CheckLine> lines;
    lines.push_back(judgeCard(facts, needs));
    const GpuInfo* card = cardOf(facts.hardware.gpus, isNewEnough);
    if (card == nullptr) {
        card = cardOf(facts.hardware.gpus, isNvidia);
    }
    if (card != nullptr) {
        lines.push_back(judgeDriver(*card, needs));
    }
    lines.push_back(judgeMemory(facts, needs));
    if (facts.system.family == SystemFamily::windows) {
        lines.push_back(judgePageFile(facts, needs));
    }
    lines.push_back(judgeFreeMemory(facts, needs));
    lines.push_back(judgeDisk(facts, needs));
    lines.push_back(judgeProcessor(facts.hardware));
    lines.push_back(judgeSystem(facts.system));
    return lines;
}

QString checkTitle(CheckItem item) {
    switch (item) {
        case CheckItem::graphics_card:
            return SystemJudge::tr("Graphics card");
        case CheckItem::driver:
            return SystemJudge::tr("Driver");
        case CheckItem::memory:
            return SystemJudge::tr("Memory");
        case CheckItem::page_file:
            return SystemJudge::tr("Windows page file");
        case CheckItem::free_memory:
            return SystemJudge::tr("Free memory now");
        case CheckItem::disk:
            return SystemJudge::tr("Disk");
        case CheckItem::processor:
            return SystemJudge::tr("Processor");
        case CheckItem::system:
            break;
    }
    return SystemJudge::tr("System");
}

}  // namespace strata::app
