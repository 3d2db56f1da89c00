#pragma once

#include "kernels/cpu/float_delta_rule.h"
#include "kernels/cpu/float_elementwise.h"
#include "kernels/cpu/float_kv.h"
#include "kernels/cpu/float_matmul.h"
#include "kernels/cpu_kernels.h"

namespace strata {

/// Puts the float kernels, built over the vector wrapper V, into the table.
template <class V>
void fill_float_kernels(CpuKernels& kernels) {
    kernels.matmul[static_cast<std::size_t>(QuantType::F32)] = FloatMatMul<V, F32Row<V>>::run;
    kernels.matmul[static_cast<std::size_t>(QuantType::F16)] = FloatMatMul<V, F16Row<V>>::run;
    kernels.matmul[static_cast<std::size_t>(QuantType::BF16)] = FloatMatMul<V, Bf16Row<V>>::run;

    using Elementwise = FloatElementwise<V>;
    kernels.dot = Elementwise::dot;
    kernels.add_scaled = Elementwise::add_scaled;
    kernels.rms_norm = Elementwise::rms_norm;
    kernels.l2_normalize = Elementwise::l2_normalize;
    kernels.silu = Elementwise::silu;
    kernels.sigmoid = Elementwise::sigmoid;
    kernels.silu_mul = Elementwise::silu_mul;
    kernels.sigmoid_mul = Elementwise::sigmoid_mul;
    kernels.gated_stream_mean = Elementwise::gated_stream_mean;
    kernels.conv_silu = Elementwise::conv_silu;
    kernels.softmax = Elementwise::softmax;
    kernels.relu_dot_sum = ReluDotSum<V>::run;
    kernels.delta_rule = FloatDeltaRule<V>::run;

    using F32Kv = FloatKv<V, F32Row<V>>;
    using F16Kv = FloatKv<V, F16Row<V>>;
    kernels.add_weighted_rows = AddWeightedRows<V>::run;
    kernels.kv_f32 = {F32Kv::store_f32, F32Kv::unpack};
    kernels.kv_f16 = {F16Kv::store_f16, F16Kv::unpack};
    kernels.kv_int8 = {Int8Kv<V>::store, Int8Kv<V>::unpack};
}

}  // namespace strata
