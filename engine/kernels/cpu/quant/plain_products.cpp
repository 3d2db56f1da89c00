#include "kernels/cpu/quant/plain_products.h"

namespace strata::quant {
namespace {

std::int32_t dot16(const std::int8_t* a, const std::int8_t* b) {
    std::int32_t sum = 0;
    for (int j = 0; j < 16; ++j) {
        sum += a[j] * b[j];
    }
    return sum;
}

/// d times the sum of scaled products of a block.
float scaled_products(const Codes256& w, const std::int8_t* codes) {
    std::int32_t products = 0;
    for (int i = 0; i < 16; ++i) {
        products += w.scales[i] * dot16(w.codes + 16 * i, codes + 16 * i);
    }
    return w.d * static_cast<float>(products);
}

}  // namespace

float plain_product(const Codes256& w, const std::int8_t* codes, float scale) {
    return scale * scaled_products(w, codes);
}

float plain_product_with_minimum(const Codes256& w, const std::int8_t* codes, const std::int16_t* sums, float scale) {
    std::int32_t minimums = 0;
    for (int i = 0; i < 16; ++i) {
        minimums += w.minimums[i] * sums[i];
    }
    return scale * (scaled_products(w, codes) - w.d_min * static_cast<float>(minimums));
}

float add_plain_products(const Codes64& w, int groups, const std::int8_t* codes, const float* scales, float sum) {
    for (int i = 0; i < groups; ++i) {
        sum += scales[i / 2] * (w.d[i] * static_cast<float>(dot16(w.codes + 16 * i, codes + 16 * i)));
    }
    return sum;
}

float add_plain_products_with_minimum(const Codes64& w, int groups, const std::int8_t* codes, const std::int16_t* sums,
                                      const float* scales, float sum) {
    for (int i = 0; i < groups; ++i) {
        const float product = w.d[i] * static_cast<float>(dot16(w.codes + 16 * i, codes + 16 * i));
        sum += scales[i / 2] * (product + w.m[i] * static_cast<float>(sums[i]));
    }
    return sum;
}

}  // namespace strata::quant
