#include "app/hardware/system_judge.h"

#include <QtTest/QtTest>

#include <functional>
#include <set>
#include <vector>

#include "app/hardware/machine.h"
#include "support/test_registry.h"

using namespace strata;
using namespace strata::app;

namespace {

constexpr quint64 kGib = quint64{1} << 30;
constexpr quint64 kGb = 1'000'000'000;

GpuInfo card(const char* name, int capability, quint64 gib, const char* driver = "591.44") {
    return {name, "NVIDIA", capability, driver, gib * kGib, (gib - 1) * kGib};
}

/// A PC that is good news on every line.
SystemFacts goodPc(SystemFamily family = SystemFamily::windows) {
    SystemFacts facts;
    facts.hardware.cpu_level = "avx2";
    facts.hardware.cpu_name = "AMD Ryzen 7 5700X";
    facts.hardware.physical_cores = 8;
    facts.hardware.ram_bytes = 64 * kGib - 400'000'000;
    facts.hardware.available_ram_bytes = 50 * kGib;
    facts.hardware.gpus = {card("NVIDIA GeForce RTX 5070", 120, 12)};
    facts.volumes = {{"C:/", "NTFS", DriveKind::ssd, false, false, 1'000 * kGb, 400 * kGb}};
    facts.page_file_bytes = 16 * kGib;
    facts.programs = {{"Firefox", 3 * kGib}, {"Game", 2 * kGib}, {"Mail", kGib}};
    facts.system = {family, family == SystemFamily::windows ? "Windows 11" : "Debian GNU/Linux 12", 22'631};
    return facts;
}

CheckNeeds needs() {
    CheckNeeds needs;
    needs.size = "Balanced";
    needs.memory_gb = 35.5;
    needs.disk_bytes = 75 * static_cast<qint64>(kGb);
    needs.card_computes = true;
    return needs;
}

CheckLine lineOf(const SystemFacts& facts, CheckItem item, const CheckNeeds& wanted = needs()) {
    for (const CheckLine& line : judge(facts, wanted)) {
        if (line.item == item) {
            return line;
        }
    }
    return {item, CheckLevel::unknown, "no such line", {}, {}};
}

struct Row {
    const char* name;
    std::function<void(SystemFacts&, CheckNeeds&)> change;
    CheckItem item;
    CheckLevel level;
    const char* code;
    const char* words;  ///< that the text must have
};

const std::vector<Row>& rows() {
    using F = SystemFacts;
    using N = CheckNeeds;
    static const std::vector<Row> all = {
        {"a card with 12 GB", [](F&, N&) {}, CheckItem::graphics_card, CheckLevel::good, "", "RTX 5070, 12 GB"},
        {"a card with 8 GB", [](F& f, N&) { f.hardware.gpus = {card("RTX 4060", 89, 8)}; }, CheckItem::graphics_card,
         CheckLevel::fair, "", "works, slower"},
        {"a card with 11 GB", [](F& f, N&) { f.hardware.gpus = {card("RTX 2080 Ti", 75, 11)}; },
         CheckItem::graphics_card, CheckLevel::fair, "", "11 GB"},
        {"a card with 6 GB", [](F& f, N&) { f.hardware.gpus = {card("RTX 2060", 75, 6)}; }, CheckItem::graphics_card,
         CheckLevel::bad, "", "8 GB is the least"},
        {"the best of two cards counts",
         [](F& f, N&) {
             f.hardware.gpus = {card("GTX 1060", 61, 6), card("RTX 3090", 86, 24)};
         },
         CheckItem::graphics_card, CheckLevel::good, "", "RTX 3090, 24 GB"},
        {"an old card", [](F& f, N&) { f.hardware.gpus = {card("GTX 1060", 61, 6)}; }, CheckItem::graphics_card,
         CheckLevel::bad, "E-GPU-OLD", "GTX 1060 is too old"},
        {"no card", [](F& f, N&) { f.hardware.gpus.clear(); }, CheckItem::graphics_card, CheckLevel::bad, "E-GPU-NONE",
         "found none"},
        {"a card of another maker",
         [](F& f, N&) {
             f.hardware.gpus = {{"AMD Radeon RX 7800", "AMD", 0, "", 16 * kGib, 0}};
         },
         CheckItem::graphics_card, CheckLevel::bad, "E-GPU-NONE", "AMD Radeon RX 7800"},
        {"an engine that cannot do without a card",
         [](F& f, N& n) {
             f.hardware.gpus.clear();
             n.processor_computes = false;
         },
         CheckItem::graphics_card, CheckLevel::bad, "E-GPU-NONE", "cannot run"},
        {"an engine that does not use the card", [](F&, N& n) { n.card_computes = false; }, CheckItem::graphics_card,
         CheckLevel::fair, "", "does not use it yet"},
        {"a card whose driver does not answer",
         [](F& f, N&) {
             f.hardware.gpus = {{"NVIDIA GA102", "NVIDIA", 0, "", 0, 0}};
         },
         CheckItem::graphics_card, CheckLevel::unknown, "", "could not tell"},
        {"its driver then",
         [](F& f, N&) {
             f.hardware.gpus = {{"NVIDIA GA102", "NVIDIA", 0, "", 0, 0}};
         },
         CheckItem::driver, CheckLevel::bad, "E-DRV-OLD", "580 or newer"},
        {"a card without known memory", [](F& f, N&) { f.hardware.gpus[0].memory_bytes = 0; }, CheckItem::graphics_card,
         CheckLevel::unknown, "", "could not tell"},
        {"a new driver", [](F&, N&) {}, CheckItem::driver, CheckLevel::good, "", "591.44"},
        {"an old driver", [](F& f, N&) { f.hardware.gpus[0].driver = "531.18"; }, CheckItem::driver, CheckLevel::bad,
         "E-DRV-OLD", "The graphics driver is 531.18. Strata needs 580 or newer."},
        {"an unknown driver", [](F& f, N&) { f.hardware.gpus[0].driver.clear(); }, CheckItem::driver,
         CheckLevel::unknown, "", "Could not tell"},
        {"64 GB", [](F&, N&) {}, CheckItem::memory, CheckLevel::good, "", "64 GB."},
        {"48 GB", [](F& f, N&) { f.hardware.ram_bytes = 48 * kGib - kGib; }, CheckItem::memory, CheckLevel::fair, "",
         "48 GB: enough for some sizes"},
        {"no size fits",
         [](F& f, N& n) {
             f.hardware.ram_bytes = 16 * kGib - kGib;
             n.size.clear();
         },
         CheckItem::memory, CheckLevel::bad, "E-RAM-LOW",
         "This PC has 16 GB of memory. The smallest kind needs 32 GB."},
        {"unknown memory", [](F& f, N&) { f.hardware.ram_bytes = 0; }, CheckItem::memory, CheckLevel::unknown, "",
         "Could not tell"},
        {"a page file that covers it", [](F&, N&) {}, CheckItem::page_file, CheckLevel::good, "", "enough"},
        {"a small page file", [](F& f, N&) { f.page_file_bytes = 2 * kGib; }, CheckItem::page_file, CheckLevel::fair,
         "E-PAGEFILE", "Windows' page file is 2 GB."},
        {"memory and page file that do not cover it",
         [](F& f, N&) { f.hardware.ram_bytes = 32 * kGib, f.page_file_bytes = 8 * kGib; }, CheckItem::page_file,
         CheckLevel::fair, "E-PAGEFILE", "23 GB is enough"},
        {"an unknown page file", [](F& f, N&) { f.page_file_bytes.reset(); }, CheckItem::page_file, CheckLevel::unknown,
         "", "Could not tell"},
        {"free memory", [](F&, N&) {}, CheckItem::free_memory, CheckLevel::good, "", "50 GB of memory is free"},
        {"little free memory", [](F& f, N&) { f.hardware.available_ram_bytes = 9 * kGib; }, CheckItem::free_memory,
         CheckLevel::fair, "E-RAM-NOW", "The biggest programs are Firefox (3.0 GB), Game (2.0 GB), Mail (1.0 GB)."},
        {"unknown free memory", [](F& f, N&) { f.hardware.available_ram_bytes = 0; }, CheckItem::free_memory,
         CheckLevel::unknown, "", "Could not tell"},
        {"an SSD with room", [](F&, N&) {}, CheckItem::disk, CheckLevel::good, "", "SSD with 400 GB free"},
        {"an SSD rather than a larger hard disk",
         [](F& f, N&) {
             f.volumes.push_back({"D:/", "NTFS", DriveKind::hard_disk, false, false, 4'000 * kGb, 3'000 * kGb});
         },
         CheckItem::disk, CheckLevel::good, "", "SSD with 400 GB free"},
        {"a hard disk with room if the SSD has none",
         [](F& f, N&) {
             f.volumes[0].free_bytes = 20 * kGb;
             f.volumes.push_back({"D:/", "NTFS", DriveKind::hard_disk, false, false, 4'000 * kGb, 3'000 * kGb});
         },
         CheckItem::disk, CheckLevel::fair, "", "minutes longer"},
        {"a network drive", [](F& f, N&) { f.volumes[0].kind = DriveKind::network; }, CheckItem::disk, CheckLevel::fair,
         "", "on the network"},
        {"a drive of unknown kind", [](F& f, N&) { f.volumes[0].kind = DriveKind::unknown; }, CheckItem::disk,
         CheckLevel::unknown, "", "Could not tell whether it is an SSD"},
        {"no room", [](F& f, N&) { f.volumes[0].free_bytes = 41 * kGb; }, CheckItem::disk, CheckLevel::bad,
         "E-DISK-NONE", "No disk has 75 GB free."},
        {"a drive that can only be read does not count", [](F& f, N&) { f.volumes[0].read_only = true; },
         CheckItem::disk, CheckLevel::unknown, "", "Could not tell"},
        {"unknown drives", [](F& f, N&) { f.volumes.clear(); }, CheckItem::disk, CheckLevel::unknown, "",
         "Could not tell"},
        {"a processor", [](F&, N&) {}, CheckItem::processor, CheckLevel::good, "", "AMD Ryzen 7 5700X, 8 cores."},
        {"an old processor", [](F& f, N&) { f.hardware.cpu_level = "scalar"; }, CheckItem::processor, CheckLevel::bad,
         "E-CPU-OLD", "AVX2"},
        {"an unknown processor", [](F& f, N&) { f.hardware.cpu_level.clear(); }, CheckItem::processor,
         CheckLevel::unknown, "", "Could not tell"},
        {"Windows 11", [](F&, N&) {}, CheckItem::system, CheckLevel::good, "", "Windows 11."},
        {"Windows 10 22H2", [](F& f, N&) { f.system.build = 19'045; }, CheckItem::system, CheckLevel::good, "", ""},
        {"Windows 10 21H2", [](F& f, N&) { f.system.build = 19'044; }, CheckItem::system, CheckLevel::bad, "E-OS-OLD",
         "Windows 10 22H2 or newer"},
        {"Windows without a number", [](F& f, N&) { f.system.build = 0; }, CheckItem::system, CheckLevel::unknown, "",
         "Could not tell"},
        {"Linux",
         [](F& f, N&) {
             f.system = {SystemFamily::linux_like, "Debian GNU/Linux 12", 0};
         },
         CheckItem::system, CheckLevel::good, "", "Debian GNU/Linux 12."},
        {"another system", [](F& f, N&) { f.system = {}; }, CheckItem::system, CheckLevel::unknown, "",
         "Could not tell"},
    };
    return all;
}

}  // namespace

class SystemJudgeTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates)); }

    void says_for_each_fact_what_it_means_data() {
        QTest::addColumn<int>("row");
        for (std::size_t i = 0; i < rows().size(); ++i) {
            QTest::newRow(rows()[i].name) << static_cast<int>(i);
        }
    }
    void says_for_each_fact_what_it_means() {
        QFETCH(int, row);
        const Row& wanted = rows()[static_cast<std::size_t>(row)];
        SystemFacts facts = goodPc();
        CheckNeeds against = needs();
        wanted.change(facts, against);
        const CheckLine line = lineOf(facts, wanted.item, against);
        QVERIFY2(line.text.contains(QLatin1String(wanted.words)), qPrintable(line.text));
        QCOMPARE(line.code, QString(wanted.code));
        QCOMPARE(line.level, wanted.level);
    }

    void every_line_of_a_good_pc_is_good() {
        const auto lines = judge(goodPc(), needs());
        QCOMPARE(lines.size(), std::size_t{8});
        for (const CheckLine& line : lines) {
            QVERIFY2(line.level == CheckLevel::good, qPrintable(checkTitle(line.item) + ": " + line.text));
            QVERIFY(line.code.isEmpty());
        }
    }

    void nothing_known_is_no_bad_news_but_for_the_card() {
        for (const CheckLine& line : judge(SystemFacts{}, needs())) {
            const bool is_card = line.item == CheckItem::graphics_card;
            QCOMPARE(line.level, is_card ? CheckLevel::bad : CheckLevel::unknown);
        }
    }

    void leaves_out_what_this_pc_does_not_have() {
        SystemFacts facts = goodPc(SystemFamily::linux_like);
        facts.hardware.gpus.clear();
        std::set<CheckItem> items;
        for (const CheckLine& line : judge(facts, needs())) {
            items.insert(line.item);
            QVERIFY(!checkTitle(line.item).isEmpty());
        }
        QCOMPARE(items.count(CheckItem::driver), std::size_t{0});
        QCOMPARE(items.count(CheckItem::page_file), std::size_t{0});
        QCOMPARE(items.size(), std::size_t{6});
    }

    void a_small_page_file_comes_with_steps_and_the_number_to_set() {
        SystemFacts facts = goodPc();
        facts.hardware.ram_bytes = 32 * kGib;
        facts.page_file_bytes = 2 * kGib;
        const CheckLine line = lineOf(facts, CheckItem::page_file);
        QVERIFY2(line.advice.contains("23552"), qPrintable(line.advice));  // 23 GB in the MB that Windows asks for
    }

    void memory_counts_as_it_is_built_in() {
        QCOMPARE(builtInGib(64 * kGib), 64.0);
        QCOMPARE(builtInGib(63 * kGib + kGib / 2), 64.0);
        QCOMPARE(builtInGib(62 * kGib), 64.0);
        QCOMPARE(builtInGib(61 * kGib), 61.0);
        QCOMPARE(builtInGib(15 * kGib), 16.0);
        QCOMPARE(builtInGib(0), 0.0);
    }

    void only_new_cards_with_memory_count_for_the_machine() {
        HardwareInfo hardware = goodPc().hardware;
        hardware.gpus = {card("GTX 1080", 61, 8),
                         card("RTX 3090", 86, 24),
                         card("RTX 4070", 89, 12),
                         card("RTX 2060", 75, 6),
                         {"Radeon", "AMD", 0, "", 24 * kGib, 0}};
        const Machine machine = machineOf(hardware, true);
        QCOMPARE(machine.cards_gib, 36.0);
        QCOMPARE(machine.smallest_card_gib, 12.0);
        QCOMPARE(machine.card, QString("RTX 3090"));
        QCOMPARE(machine.ram_gib, 64.0);
    }
};

STRATA_TEST(SystemJudgeTest);

#include "system_judge_test.moc"
