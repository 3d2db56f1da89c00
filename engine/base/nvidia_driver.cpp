#include "base/nvidia_driver.h"

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>

#include "base/shared_library.h"

namespace strata {
namespace {

// Numbers from the driver's published interface, which keeps them for ever.
constexpr int kSuccess = 0;
constexpr int kMajorCapability = 75;
constexpr int kMinorCapability = 76;
constexpr std::size_t kText = 128;
using Text = std::array<char, kText>;

/// The compute driver: which cards programs may compute on.
struct ComputeDriver {
    int (*init)(unsigned) = nullptr;
    int (*count)(int*) = nullptr;
    int (*device)(int*, int) = nullptr;
    int (*name)(char*, int, int) = nullptr;
    int (*attribute)(int*, int, int) = nullptr;
    int (*memory)(std::size_t*, int) = nullptr;
    int (*bus_id)(char*, int, int) = nullptr;

    static std::optional<ComputeDriver> open() {
        const auto library = SharedLibrary::open({
#ifdef _WIN32
            "nvcuda.dll"
#else
            "libcuda.so.1"
#endif
        });
        if (!library) {
            return std::nullopt;
        }
        ComputeDriver driver;
        driver.init = library->find<decltype(driver.init)>("cuInit");
        driver.count = library->find<decltype(driver.count)>("cuDeviceGetCount");
        driver.device = library->find<decltype(driver.device)>("cuDeviceGet");
        driver.name = library->find<decltype(driver.name)>("cuDeviceGetName");
        driver.attribute = library->find<decltype(driver.attribute)>("cuDeviceGetAttribute");
        driver.memory = library->find<decltype(driver.memory)>("cuDeviceTotalMem_v2");
        driver.bus_id = library->find<decltype(driver.bus_id)>("cuDeviceGetPCIBusId");
        const bool complete = driver.init != nullptr && driver.count != nullptr && driver.device != nullptr &&
                              driver.name != nullptr && driver.attribute != nullptr && driver.memory != nullptr &&
                              driver.bus_id != nullptr;
        return complete && driver.init(0) == kSuccess ? std::optional(driver) : std::nullopt;
    }
};

/// The management library: the driver's version and what is free.
struct Management {
    struct Memory {
        unsigned long long total, free, used;
    };
    using Card = void*;

    int (*init)() = nullptr;
    int (*shut_down)() = nullptr;
    int (*version)(char*, unsigned) = nullptr;
    int (*count)(unsigned*) = nullptr;
    int (*by_index)(unsigned, Card*) = nullptr;
    int (*by_bus_id)(const char*, Card*) = nullptr;
    int (*name)(Card, char*, unsigned) = nullptr;
    int (*memory)(Card, Memory*) = nullptr;
    int (*capability)(Card, int*, int*) = nullptr;

    static std::optional<Management> open() {
        const auto library = SharedLibrary::open({
#ifdef _WIN32
            "nvml.dll"
#else
            "libnvidia-ml.so.1"
#endif
        });
        if (!library) {
            return std::nullopt;
        }
        Management m;
        m.init = library->find<decltype(m.init)>("nvmlInit_v2");
        m.shut_down = library->find<decltype(m.shut_down)>("nvmlShutdown");
        m.version = library->find<decltype(m.version)>("nvmlSystemGetDriverVersion");
        m.count = library->find<decltype(m.count)>("nvmlDeviceGetCount_v2");
        m.by_index = library->find<decltype(m.by_index)>("nvmlDeviceGetHandleByIndex_v2");
        m.by_bus_id = library->find<decltype(m.by_bus_id)>("nvmlDeviceGetHandleByPciBusId_v2");
        m.name = library->find<decltype(m.name)>("nvmlDeviceGetName");
        m.memory = library->find<decltype(m.memory)>("nvmlDeviceGetMemoryInfo");
        m.capability = library->find<decltype(m.capability)>("nvmlDeviceGetCudaComputeCapability");
        const bool complete = m.init != nullptr && m.shut_down != nullptr && m.version != nullptr &&
                              m.count != nullptr && m.by_index != nullptr && m.by_bus_id != nullptr &&
                              m.name != nullptr && m.memory != nullptr && m.capability != nullptr;
        return complete && m.init() == kSuccess ? std::optional(m) : std::nullopt;
    }

    std::string driver_version() const {
        Text text{};
        return version(text.data(), kText) == kSuccess ? std::string(text.data()) : std::string();
    }
};

std::vector<GpuInfo> cards_to_compute_on(const ComputeDriver& driver, const Management* management) {
    int count = 0;
    if (driver.count(&count) != kSuccess) {
        return {};
    }
    std::vector<GpuInfo> cards;
    for (int i = 0; i < count; ++i) {
        int device = 0;
        Text text{};
        if (driver.device(&device, i) != kSuccess || driver.name(text.data(), kText, device) != kSuccess) {
            continue;
        }
        GpuInfo card{text.data(), "NVIDIA", 0, {}, 0, 0};
        int major = 0, minor = 0;
        if (driver.attribute(&major, kMajorCapability, device) == kSuccess &&
            driver.attribute(&minor, kMinorCapability, device) == kSuccess) {
            card.capability = 10 * major + minor;
        }
        std::size_t bytes = 0;
        if (driver.memory(&bytes, device) == kSuccess) {
            card.memory_bytes = bytes;
        }
        // The two libraries number cards differently; the place on the bus is the same in both.
        Management::Card handle = nullptr;
        Management::Memory memory{};
        if (management != nullptr && driver.bus_id(text.data(), kText, device) == kSuccess &&
            management->by_bus_id(text.data(), &handle) == kSuccess &&
            management->memory(handle, &memory) == kSuccess) {
            card.available_memory_bytes = memory.free;
        }
        cards.push_back(std::move(card));
    }
    return cards;
}

/// For a driver whose compute part does not start: the cards are there all the same.
std::vector<GpuInfo> cards_to_manage(const Management& management) {
    unsigned count = 0;
    if (management.count(&count) != kSuccess) {
        return {};
    }
    std::vector<GpuInfo> cards;
    for (unsigned i = 0; i < count; ++i) {
        Management::Card handle = nullptr;
        Text text{};
        if (management.by_index(i, &handle) != kSuccess || management.name(handle, text.data(), kText) != kSuccess) {
            continue;
        }
        GpuInfo card{text.data(), "NVIDIA", 0, {}, 0, 0};
        int major = 0, minor = 0;
        if (management.capability(handle, &major, &minor) == kSuccess) {
            card.capability = 10 * major + minor;
        }
        Management::Memory memory{};
        if (management.memory(handle, &memory) == kSuccess) {
            card.memory_bytes = memory.total;
            card.available_memory_bytes = memory.free;
        }
        cards.push_back(std::move(card));
    }
    return cards;
}

}  // namespace

std::vector<GpuInfo> nvidia_cards() {
    const auto driver = ComputeDriver::open();
    const auto management = Management::open();
    std::vector<GpuInfo> cards;
    if (driver) {
        cards = cards_to_compute_on(*driver, management ? &*management : nullptr);
    }
    if (management) {
        if (cards.empty()) {
            cards = cards_to_manage(*management);
        }
        for (GpuInfo& card : cards) {
            card.driver = management->driver_version();
        }
        management->shut_down();
    }
    return cards;
}

}  // namespace strata
