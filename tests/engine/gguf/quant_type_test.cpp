#include "gguf/quant_type.h"

#include <QtTest/QtTest>

#include <bit>
#include <cmath>
#include <limits>

#include "support/test_registry.h"

using namespace strata;

namespace {

/// The number behind a half's bits, from the definition.
double half_value(std::uint16_t bits) {
    const int exponent = (bits >> 10) & 31;
    const int mantissa = bits & 1023;
    const double sign = (bits & 0x8000) != 0 ? -1.0 : 1.0;
    if (exponent == 31) {
        return mantissa == 0 ? sign * std::numeric_limits<double>::infinity()
                             : std::numeric_limits<double>::quiet_NaN();
    }
    return exponent == 0 ? sign * std::ldexp(mantissa, -24) : sign * std::ldexp(1024 + mantissa, exponent - 25);
}

std::uint32_t bits_of(float value) {
    return std::bit_cast<std::uint32_t>(value);
}

}  // namespace

class QuantTypeTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void every_half_decodes_exactly_and_encodes_to_itself() {
        for (std::uint32_t bits = 0; bits <= 0xffff; ++bits) {
            const auto half = static_cast<std::uint16_t>(bits);
            const float value = f16_to_f32(half);
            const double wanted = half_value(half);
            if (std::isnan(wanted)) {
                QVERIFY(std::isnan(value));
                QVERIFY(std::isnan(f16_to_f32(f32_to_f16(value))));
                continue;
            }
            QCOMPARE(static_cast<double>(value), wanted);
            QCOMPARE(std::signbit(value), (bits & 0x8000) != 0);
            QCOMPARE(f32_to_f16(value), half);
        }
    }

    void floats_between_two_halves_go_to_the_nearer_and_ties_to_even() {
        for (std::uint32_t bits = 0; bits < 0x7bff; ++bits) {
            const auto below = static_cast<std::uint16_t>(bits);
            const auto above = static_cast<std::uint16_t>(bits + 1);
            // Halves have 11 bits, so the middle of two is exact in a float, and so are its neighbours.
            const float middle = static_cast<float>((half_value(below) + half_value(above)) / 2);
            const auto even = (bits & 1) == 0 ? below : above;
            QCOMPARE(f32_to_f16(middle), even);
            QCOMPARE(f32_to_f16(std::nextafter(middle, 0.0F)), below);
            QCOMPARE(f32_to_f16(std::nextafter(middle, 1e9F)), above);
            QCOMPARE(f32_to_f16(-middle), static_cast<std::uint16_t>(even | 0x8000));
        }
    }

    void halves_overflow_to_infinity_and_vanish_to_zero() {
        QCOMPARE(f32_to_f16(65504.0F), std::uint16_t{0x7bff});
        QCOMPARE(f32_to_f16(65519.99F), std::uint16_t{0x7bff});
        QCOMPARE(f32_to_f16(65520.0F), std::uint16_t{0x7c00});
        QCOMPARE(f32_to_f16(-1e30F), std::uint16_t{0xfc00});
        QCOMPARE(f32_to_f16(std::numeric_limits<float>::infinity()), std::uint16_t{0x7c00});
        QCOMPARE(f32_to_f16(0x1p-25F), std::uint16_t{0});
        QCOMPARE(f32_to_f16(std::nextafter(0x1p-25F, 1.0F)), std::uint16_t{1});
        QCOMPARE(f32_to_f16(-0.0F), std::uint16_t{0x8000});
        QCOMPARE(f32_to_f16(std::numeric_limits<float>::denorm_min()), std::uint16_t{0});
    }

    void bf16_is_the_upper_half_of_a_float() {
        for (std::uint32_t bits = 0; bits <= 0xffff; ++bits) {
            const float value = bf16_to_f32(static_cast<std::uint16_t>(bits));
            QCOMPARE(bits_of(value), bits << 16);
            if (!std::isnan(value)) {
                QCOMPARE(f32_to_bf16(value), static_cast<std::uint16_t>(bits));
            } else {
                QVERIFY(std::isnan(bf16_to_f32(f32_to_bf16(value))));
            }
        }
    }

    void bf16_rounds_to_nearest_even_and_keeps_nan() {
        QCOMPARE(f32_to_bf16(std::bit_cast<float>(0x3f80'8000U)), std::uint16_t{0x3f80});
        QCOMPARE(f32_to_bf16(std::bit_cast<float>(0x3f80'8001U)), std::uint16_t{0x3f81});
        QCOMPARE(f32_to_bf16(std::bit_cast<float>(0x3f81'8000U)), std::uint16_t{0x3f82});
        QCOMPARE(f32_to_bf16(std::bit_cast<float>(0x7f7f'ffffU)), std::uint16_t{0x7f80});
        QCOMPARE(f32_to_bf16(std::bit_cast<float>(0x7f80'0001U)), std::uint16_t{0x7fc0});
        QCOMPARE(f32_to_bf16(std::bit_cast<float>(0xffff'ffffU)), std::uint16_t{0xffff});
    }

    void removed_and_unknown_ids_have_no_layout() {
        for (const std::uint32_t id : {4U, 5U, 31U, 32U, 33U, 36U, 37U, 38U, 43U, 200U, 0x7fff'ffffU, 0xffff'ffffU}) {
            QVERIFY(find_quant_type(id) == nullptr);
        }
    }

    void names_ids_and_layouts_belong_together() {
        int known = 0;
        for (std::uint32_t id = 0; id < kQuantTypeCount; ++id) {
            const QuantTypeInfo* info = find_quant_type(id);
            if (info == nullptr) {
                continue;
            }
            ++known;
            QCOMPARE(static_cast<std::uint32_t>(info->type), id);
            QCOMPARE(parse_quant_type(info->name), std::optional(info->type));
            QCOMPARE(&quant_type_info(info->type), info);
            QCOMPARE(row_bytes(info->type, 512), std::size_t{512} / info->block_values * info->block_bytes);
        }
        QCOMPARE(known, 35);
        QCOMPARE(parse_quant_type("Q9_9"), std::optional<QuantType>());
    }

    void integers_and_activation_formats_are_no_weights() {
        for (const char* name : {"I8", "I16", "I32", "I64", "F64", "Q8_1", "Q8_K"}) {
            QVERIFY(!quant_type_info(*parse_quant_type(name)).is_weight);
        }
        for (const char* name : {"F32", "BF16", "Q8_0", "IQ1_M", "NVFP4", "Q2_0", "TQ1_0"}) {
            QVERIFY(quant_type_info(*parse_quant_type(name)).is_weight);
        }
    }

    void rows_of_the_model_have_the_published_sizes() {
        QCOMPARE(row_bytes(QuantType::IQ4_NL, 160), std::size_t{90});
        QCOMPARE(row_bytes(QuantType::Q6_K, 2560), std::size_t{2100});
        QCOMPARE(row_bytes(QuantType::Q2_0, 640), std::size_t{180});
        QCOMPARE(row_bytes(QuantType::F32, 64), std::size_t{256});
    }
};

STRATA_TEST(QuantTypeTest);

#include "quant_type_test.moc"
