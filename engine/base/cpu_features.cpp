#include "base/cpu_features.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <set>
#include <string>
#include <thread>
#include <utility>

#include "base/error.h"

#if defined(__x86_64__) || defined(_M_X64)
#define STRATA_X86 1
#ifdef _MSC_VER
#include <intrin.h>
#else
#include <cpuid.h>
#endif
#ifdef __linux__
#include <sys/syscall.h>
#include <unistd.h>
#endif
#endif

namespace strata {
namespace {

#ifdef STRATA_X86

struct Registers {
    std::uint32_t eax = 0, ebx = 0, ecx = 0, edx = 0;
};

Registers cpuid(std::uint32_t leaf, std::uint32_t subleaf) {
    Registers r;
#ifdef _MSC_VER
    int out[4];
    __cpuidex(out, static_cast<int>(leaf), static_cast<int>(subleaf));
    r = {static_cast<std::uint32_t>(out[0]), static_cast<std::uint32_t>(out[1]), static_cast<std::uint32_t>(out[2]),
         static_cast<std::uint32_t>(out[3])};
#else
    if (__get_cpuid_count(leaf, subleaf, &r.eax, &r.ebx, &r.ecx, &r.edx) == 0) {
        return {};
    }
#endif
    return r;
}

std::uint64_t saved_register_state() {
#ifdef _MSC_VER
    return _xgetbv(0);
#else
    std::uint32_t low = 0, high = 0;
    __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return (static_cast<std::uint64_t>(high) << 32) | low;
#endif
}

bool bit(std::uint32_t word, int index) {
    return ((word >> index) & 1U) != 0;
}

/// Linux gives a process the registers of tiles when it asks; elsewhere it has them as soon as the system saves them.
bool may_use_tiles() {
#ifdef __linux__
    constexpr int kRequestPermission = 0x1023;  // ARCH_REQ_XCOMP_PERM, which older headers lack
    constexpr int kTileData = 18;
    return syscall(SYS_arch_prctl, kRequestPermission, kTileData) == 0;
#else
    return true;
#endif
}

std::vector<CpuLevel> detect_levels() {
    std::vector<CpuLevel> levels{CpuLevel::scalar};
    const Registers one = cpuid(1, 0);
    const bool os_saves = bit(one.ecx, 27);
    if (!os_saves) {
        return levels;
    }
    const std::uint64_t state = saved_register_state();
    const auto saves = [&](std::uint64_t parts) { return (state & parts) == parts; };
    const Registers seven = cpuid(7, 0);
    const Registers more = seven.eax >= 1 ? cpuid(7, 1) : Registers{};
    const bool avx2 = saves(0x6) && bit(one.ecx, 12) /*FMA*/ && bit(one.ecx, 29) /*F16C*/ && bit(seven.ebx, 5);
    const bool avx512 = avx2 && saves(0xe6) && bit(seven.ebx, 16) /*F*/ && bit(seven.ebx, 17) /*DQ*/ &&
                        bit(seven.ebx, 30) /*BW*/ && bit(seven.ebx, 31) /*VL*/ && bit(seven.ecx, 11) /*VNNI*/;
    const bool tiles = saves(0x6'0000) && bit(seven.edx, 24) /*AMX-TILE*/ && bit(seven.edx, 25) /*AMX-INT8*/;
    if (avx2) {
        levels.push_back(CpuLevel::avx2);
    }
    if (avx2 && bit(more.eax, 4) /*AVX-VNNI*/) {
        levels.push_back(CpuLevel::avx2_vnni);
    }
    if (avx512 && tiles && may_use_tiles()) {
        levels.push_back(CpuLevel::avx512_amx);  // gains nothing over the next one yet
    }
    if (avx512) {
        levels.push_back(CpuLevel::avx512);
    }
    return levels;
}

#else

std::vector<CpuLevel> detect_levels() {
    return {CpuLevel::scalar};
}

#endif

// Linux lists the cores as pairs (package, core); elsewhere, and where the list cannot be read, every thread counts.
int count_physical_cores(int logical) {
    std::set<std::pair<int, int>> cores;
    for (int cpu = 0; cpu < logical; ++cpu) {
        const std::string base = "/sys/devices/system/cpu/cpu" + std::to_string(cpu) + "/topology/";
        int package = -1, core = -1;
        std::ifstream(base + "physical_package_id") >> package;
        std::ifstream(base + "core_id") >> core;
        if (core < 0) {
            return logical;
        }
        cores.emplace(package, core);
    }
    return cores.empty() ? logical : static_cast<int>(cores.size());
}

/// Nothing for `automatic`.
std::optional<CpuLevel> level_of(CpuChoice choice) {
    switch (choice) {
        case CpuChoice::automatic:
            return std::nullopt;
        case CpuChoice::scalar:
            return CpuLevel::scalar;
        case CpuChoice::avx2:
            return CpuLevel::avx2;
        case CpuChoice::avx2_vnni:
            return CpuLevel::avx2_vnni;
        case CpuChoice::avx512:
            return CpuLevel::avx512;
        case CpuChoice::avx512_amx:
            return CpuLevel::avx512_amx;
    }
    return std::nullopt;
}

}  // namespace

CpuFeatures detect_cpu_features() {
    CpuFeatures features;
    features.levels = detect_levels();
    features.logical_cores = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
    features.physical_cores = count_physical_cores(features.logical_cores);
    return features;
}

Result<CpuLevel> choose_cpu_level(CpuChoice choice, const CpuFeatures& features) {
    const CpuLevel wanted = level_of(choice).value_or(features.best_level());
    if (!features.has(wanted)) {
        return fail(ErrorCode::unsupported_device, fmt::format("this processor does not have {}; the best it has is {}",
                                                               to_string(wanted), to_string(features.best_level())));
    }
    return wanted;
}

std::string_view to_string(CpuLevel level) {
    switch (level) {
        case CpuLevel::scalar:
            return "scalar";
        case CpuLevel::avx2:
            return "avx2";
        case CpuLevel::avx2_vnni:
            return "avx2_vnni";
        case CpuLevel::avx512:
            return "avx512";
        case CpuLevel::avx512_amx:
            return "avx512_amx";
    }
    return "scalar";
}

std::optional<CpuLevel> parse_cpu_level(std::string_view word) {
    for (const CpuLevel level :
         {CpuLevel::scalar, CpuLevel::avx2, CpuLevel::avx2_vnni, CpuLevel::avx512, CpuLevel::avx512_amx}) {
        if (word == to_string(level)) {
            return level;
        }
    }
    return std::nullopt;
}

}  // namespace strata
