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

CpuLevel detect_level() {
    const Registers one = cpuid(1, 0);
    const bool os_saves = bit(one.ecx, 27);
    if (!os_saves) {
        return CpuLevel::scalar;
    }
    const std::uint64_t state = saved_register_state();
    const Registers seven = cpuid(7, 0);
    const bool ymm = (state & 0x6) == 0x6;
    const bool zmm = (state & 0xe6) == 0xe6;
    const bool avx2 = ymm && bit(one.ecx, 12) /*FMA*/ && bit(one.ecx, 29) /*F16C*/ && bit(seven.ebx, 5);
    const bool avx512 = zmm && bit(seven.ebx, 16) /*F*/ && bit(seven.ebx, 17) /*DQ*/ && bit(seven.ebx, 30) /*BW*/ &&
                        bit(seven.ebx, 31) /*VL*/ && bit(seven.ecx, 11) /*VNNI*/;
    if (avx2 && avx512) {
        return CpuLevel::avx512;
    }
    return avx2 ? CpuLevel::avx2 : CpuLevel::scalar;
}

#else

CpuLevel detect_level() {
    return CpuLevel::scalar;
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

}  // namespace

CpuFeatures detect_cpu_features() {
    CpuFeatures features;
    features.best_level = detect_level();
    features.logical_cores = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
    features.physical_cores = count_physical_cores(features.logical_cores);
    return features;
}

Result<CpuLevel> choose_cpu_level(CpuChoice choice, const CpuFeatures& features) {
    const CpuLevel wanted = choice == CpuChoice::scalar   ? CpuLevel::scalar
                            : choice == CpuChoice::avx2   ? CpuLevel::avx2
                            : choice == CpuChoice::avx512 ? CpuLevel::avx512
                                                          : features.best_level;
    if (wanted > features.best_level) {
        return fail(ErrorCode::unsupported_device, fmt::format("this processor does not have {}; the best it has is {}",
                                                               to_string(wanted), to_string(features.best_level)));
    }
    return wanted;
}

std::string_view to_string(CpuLevel level) {
    switch (level) {
        case CpuLevel::scalar:
            return "scalar";
        case CpuLevel::avx2:
            return "avx2";
        case CpuLevel::avx512:
            return "avx512";
    }
    return "scalar";
}

std::optional<CpuLevel> parse_cpu_level(std::string_view word) {
    for (const CpuLevel level : {CpuLevel::scalar, CpuLevel::avx2, CpuLevel::avx512}) {
        if (word == to_string(level)) {
            return level;
        }
    }
    return std::nullopt;
}

}  // namespace strata
