#include "base/display_adapters.h"

#include <QtTest/QtTest>

#include <filesystem>
#include <fstream>
#include <string>

#include <QFileInfo>
#include <QTemporaryDir>

#include "base/processor_name.h"
#include "base/shared_library.h"
#include "support/test_registry.h"

using namespace strata;

namespace {

void put(const std::filesystem::path& path, const std::string& text) {
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path) << text;
}

std::filesystem::path root_of(const QTemporaryDir& folder) {
    return QFileInfo(folder.path()).filesystemAbsoluteFilePath();
}

}  // namespace

class DisplayAdaptersTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void reads_cards_and_their_names() {
        const QTemporaryDir folder;
        const auto root = root_of(folder);
        put(root / "drm/card1/device/vendor", "0x1002\n");
        put(root / "drm/card1/device/device", "0x747e\n");
        put(root / "drm/card1/device/mem_info_vram_total", "17163091968\n");
        put(root / "drm/card1/device/mem_info_vram_used", "163091968\n");
        put(root / "drm/card0/device/vendor", "0x8086\n");
        put(root / "drm/card0/device/device", "0x4680\n");
        put(root / "drm/card0-HDMI-A-1/status", "connected\n");
        put(root / "drm/card2/device/uevent", "DRIVER=simple-framebuffer\n");
        put(root / "pci.ids",
            "# list\n1002  Advanced Micro Devices\n\t747e  Navi 32 [Radeon RX 7800 XT]\n8086  Intel\n\t747e  Other\n");
        const auto cards = display_adapters_in(root / "drm", root / "pci.ids");
        QCOMPARE(cards.size(), std::size_t{2});
        QCOMPARE(cards[0].name, std::string("Intel 8086:4680"));
        QCOMPARE(cards[0].memory_bytes, std::uint64_t{0});
        QCOMPARE(cards[1].name, std::string("AMD Navi 32 [Radeon RX 7800 XT]"));
        QCOMPARE(cards[1].vendor, std::string("AMD"));
        QCOMPARE(cards[1].memory_bytes, std::uint64_t{17163091968});
        QCOMPARE(cards[1].available_memory_bytes, std::uint64_t{17000000000});
    }

    void a_machine_without_such_a_folder_has_none() {
        const QTemporaryDir folder;
        QVERIFY(display_adapters_in(root_of(folder) / "nowhere", {}).empty());
    }

    void a_card_that_the_driver_knows_is_listed_once() {
        const GpuInfo driver_card{"NVIDIA GeForce RTX 5070", "NVIDIA", 120, "591.44", 1, 1};
        const GpuInfo same{"NVIDIA GB205", "NVIDIA", 0, "", 0, 0};
        const GpuInfo other{"Intel 8086:4680", "Intel", 0, "", 0, 0};
        QCOMPARE(join_cards({driver_card}, {other, same}), (std::vector<GpuInfo>{driver_card, other}));
        QCOMPARE(join_cards({}, {other, same}), (std::vector<GpuInfo>{other, same}));
    }

    void a_library_that_is_not_there_is_none() { QVERIFY(!SharedLibrary::open({"libstrata-nowhere.so.1"})); }

    void the_processors_name_has_no_filling() {
        const QString name = QString::fromStdString(processor_name());
        QCOMPARE(name, name.trimmed());
    }
};

STRATA_TEST(DisplayAdaptersTest);

#include "display_adapters_test.moc"
