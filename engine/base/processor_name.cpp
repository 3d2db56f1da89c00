#include "base/processor_name.h"

#include <array>
#include <cstdint>
#include <cstring>

#if defined(__x86_64__) || defined(_M_X64)
#define STRATA_X86 1
#ifdef _MSC_VER
#include <intrin.h>
#else
#include <cpuid.h>
#endif
#endif

namespace strata {

#ifdef STRATA_X86
namespace {

constexpr std::uint32_t kFirstLeaf = 0x80000002;  // three leaves of 16 characters each
constexpr std::uint32_t kLeaves = 3;
using Leaf = std::array<std::uint32_t, 4>;

Leaf cpuid_leaf(std::uint32_t leaf) {
    Leaf words{};
#ifdef _MSC_VER
    int out[4];
    __cpuid(out, static_cast<int>(leaf));
    std::memcpy(words.data(), out, sizeof(out));
#else
    __get_cpuid(leaf, &words[0], &words[1], &words[2], &words[3]);
#endif
    return words;
}

}  // namespace

std::string processor_name() {
    if (cpuid_leaf(0x80000000)[0] < kFirstLeaf + kLeaves - 1) {
        return {};
    }
    std::array<char, kLeaves * sizeof(Leaf)> letters{};
    for (std::uint32_t i = 0; i < kLeaves; ++i) {
        const Leaf words = cpuid_leaf(kFirstLeaf + i);
        std::memcpy(letters.data() + i * sizeof(Leaf), words.data(), sizeof(Leaf));
    }
    // Makers fill up with spaces on both sides.
    const std::string name(letters.data(), strnlen(letters.data(), letters.size()));
    const std::size_t begin = name.find_first_not_of(' ');
    return begin == std::string::npos ? std::string() : name.substr(begin, name.find_last_not_of(' ') - begin + 1);
}
#else
std::string processor_name() {
    return {};
}
#endif

}  // namespace strata
