#include "base/display_adapters.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <string>
#include <system_error>

#ifdef _WIN32
#define WIN32_LEAN_AND_MEAN
#ifndef NOMINMAX
#define NOMINMAX
#endif
#include <windows.h>
// dxgi.h needs windows.h in front of it.
#include <dxgi.h>

#include "base/shared_library.h"
#endif

namespace strata {
namespace {

constexpr const char* kNvidia = "NVIDIA";

/// Makers of cards by the number that the PCI bus gives them; empty: another one.
std::string maker_of(unsigned vendor) {
    switch (vendor) {
        case 0x10de:
            return kNvidia;
        case 0x1002:
        case 0x1022:
            return "AMD";
        case 0x8086:
            return "Intel";
        default:
            return {};
    }
}

/// The number in a file such as "0x10de"; 0: none.
std::uint64_t number_in(const std::filesystem::path& path) {
    std::ifstream file(path);
    std::string text;
    file >> text;
    return std::strtoull(text.c_str(), nullptr, 0);
}

/// Looks a device up in a list with lines "10de  Maker" and, below, "\t2f04  Device".
std::string listed_name(const std::filesystem::path& names, unsigned vendor, unsigned device) {
    std::ifstream file(names);
    const std::string maker = fmt::format("{:04x}  ", vendor);
    const std::string model = fmt::format("\t{:04x}  ", device);
    bool ours = false;
    for (std::string line; std::getline(file, line);) {
        if (line.empty() || line[0] == '#') {
            continue;
        }
        if (line[0] != '\t') {
            ours = line.starts_with(maker);
        } else if (ours && line.starts_with(model)) {
            return line.substr(model.size());
        }
    }
    return {};
}

bool is_card(const std::string& name) {
    const std::string digits = name.starts_with("card") ? name.substr(4) : std::string();
    return !digits.empty() && digits.find_first_not_of("0123456789") == std::string::npos;
}

}  // namespace

std::vector<GpuInfo> display_adapters_in(const std::filesystem::path& cards, const std::filesystem::path& names) {
    std::error_code ignored;
    std::vector<std::filesystem::path> folders;
    for (const auto& entry : std::filesystem::directory_iterator(cards, ignored)) {
        if (is_card(entry.path().filename().string())) {
            folders.push_back(entry.path() / "device");
        }
    }
    std::ranges::sort(folders);
    std::vector<GpuInfo> adapters;
    for (const std::filesystem::path& folder : folders) {
        const auto vendor = static_cast<unsigned>(number_in(folder / "vendor"));
        const auto device = static_cast<unsigned>(number_in(folder / "device"));
        if (vendor == 0) {
            continue;  // not on the PCI bus: a frame buffer of the firmware
        }
        GpuInfo card;
        card.vendor = maker_of(vendor);
        card.name = listed_name(names, vendor, device);
        if (card.name.empty()) {
            card.name = fmt::format("{} {:04x}:{:04x}", card.vendor.empty() ? "graphics" : card.vendor, vendor, device);
        } else if (!card.vendor.empty()) {
            card.name = card.vendor + " " + card.name;
        }
        card.memory_bytes = number_in(folder / "mem_info_vram_total");
        const std::uint64_t used = number_in(folder / "mem_info_vram_used");
        card.available_memory_bytes = card.memory_bytes > used ? card.memory_bytes - used : 0;
        adapters.push_back(std::move(card));
    }
    return adapters;
}

std::vector<GpuInfo> join_cards(std::vector<GpuInfo> driver_cards, const std::vector<GpuInfo>& adapters) {
    const bool driver_knows = !driver_cards.empty();
    for (const GpuInfo& adapter : adapters) {
        if (adapter.vendor != kNvidia || !driver_knows) {
            driver_cards.push_back(adapter);
        }
    }
    return driver_cards;
}

#ifdef _WIN32

namespace {

std::string utf8_of(const wchar_t* text) {
    const int size = WideCharToMultiByte(CP_UTF8, 0, text, -1, nullptr, 0, nullptr, nullptr);
    std::string result(static_cast<std::size_t>(std::max(size, 1)), '\0');
    WideCharToMultiByte(CP_UTF8, 0, text, -1, result.data(), size, nullptr, nullptr);
    result.pop_back();  // the end mark
    return result;
}

}  // namespace

std::vector<GpuInfo> display_adapters() {
    const auto library = SharedLibrary::open({"dxgi.dll"});
    using Create = HRESULT(WINAPI*)(REFIID, void**);
    const Create create = library ? library->find<Create>("CreateDXGIFactory1") : nullptr;
    IDXGIFactory1* factory = nullptr;
    if (create == nullptr || FAILED(create(__uuidof(IDXGIFactory1), reinterpret_cast<void**>(&factory)))) {
        return {};
    }
    std::vector<GpuInfo> adapters;
    IDXGIAdapter1* adapter = nullptr;
    for (UINT i = 0; SUCCEEDED(factory->EnumAdapters1(i, &adapter)); ++i) {
        DXGI_ADAPTER_DESC1 about = {};
        if (SUCCEEDED(adapter->GetDesc1(&about)) && (about.Flags & DXGI_ADAPTER_FLAG_SOFTWARE) == 0) {
            adapters.push_back(
                {utf8_of(about.Description), maker_of(about.VendorId), 0, {}, about.DedicatedVideoMemory, 0});
        }
        adapter->Release();
    }
    factory->Release();
    return adapters;
}

#else

std::vector<GpuInfo> display_adapters() {
    for (const char* const names : {"/usr/share/hwdata/pci.ids", "/usr/share/misc/pci.ids"}) {
        std::error_code ignored;
        if (std::filesystem::exists(names, ignored)) {
            return display_adapters_in("/sys/class/drm", names);
        }
    }
    return display_adapters_in("/sys/class/drm", {});
}

#endif

}  // namespace strata
