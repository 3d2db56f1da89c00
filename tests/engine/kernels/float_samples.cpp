#include "float_samples.h"

#include <bit>
#include <cmath>
#include <cstring>
#include <new>
#include <QtTest/QtTest>
#include <random>

#include "quant_fixture.h"

namespace strata::testing {
namespace {

float sample_value(Sample sample, std::size_t i, float previous, std::mt19937& random) {
    const float gauss = std::normal_distribution<float>()(random);
    switch (sample) {
        case Sample::normal:
            return gauss;
        case Sample::zero:
            return gauss < 0 ? -0.0F : 0.0F;
        case Sample::tiny:
            return gauss * 1e-18F;
        case Sample::large:
            return gauss * 1e15F;
        case Sample::spread:
            return gauss * std::pow(10.0F, std::uniform_real_distribution<float>(-6, 6)(random));
        case Sample::cancel:
            break;
    }
    return i % 2 == 0 ? gauss : -previous * (1 + 1e-6F * gauss);
}

constexpr std::align_val_t kLine{64};

}  // namespace

const char* name_of(Sample sample) {
    constexpr const char* kNames[] = {"normal", "zero", "tiny", "large", "spread", "cancel"};
    return kNames[static_cast<std::size_t>(sample)];
}

std::vector<float> sample_values(Sample sample, std::size_t count, std::uint32_t seed) {
    std::mt19937 random(seed + 1000 * static_cast<std::uint32_t>(sample));
    std::vector<float> values(count);
    for (std::size_t i = 0; i < count; ++i) {
        values[i] = sample_value(sample, i, i == 0 ? 0.0F : values[i - 1], random);
    }
    return values;
}

bool same_bits(std::span<const float> a, std::span<const float> b) {
    return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size_bytes()) == 0);
}

bool same_bits(float a, float b) {
    return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b);
}

Shifted::Shifted(std::span<const float> values, std::size_t shift)
    : memory_(static_cast<float*>(::operator new((shift + values.size()) * sizeof(float), kLine))),
      shift_(shift),
      count_(values.size()) {
    std::memcpy(data(), values.data(), values.size_bytes());
}

void Shifted::Free::operator()(float* memory) const {
    ::operator delete(memory, kLine);
}

void add_levels() {
    QTest::addColumn<int>("level");
    for (const CpuLevel level : available_levels()) {
        QTest::newRow(to_string(level).data()) << static_cast<int>(level);
    }
}

}  // namespace strata::testing
