#pragma once

#include "kernels/cpu/simd_compiler.h"

namespace strata {

/// e^x lane by lane, within 1.01 units in the last place (tried on floats of both signs from 1e-8 to 110); subnormal results, 0 and infinity where
/// they belong; NaN stays NaN.
///
///   x = n ln 2 + r with whole n, |r| <= (ln 2)/2;   e^x = 2^n e^r,   e^r = 1 + r + r^2 P(r)
///
/// P: degree 4, fitted to the smallest largest relative error of e^r, which is 3.1e-9. ln 2 is taken in two parts, the
/// first short enough that its product with n is exact.
template <class V>
STRATA_INLINE typename V::F vector_exp(typename V::F x) {
    using F = typename V::F;
    // Outside these bounds the result is 0 or infinity already at the bound.
    x = V::min(V::set(89.0F), V::max(V::set(-104.0F), x));
    const F n = V::round(V::mul(x, V::set(1.44269504F)));
    F r = V::fnma(n, V::set(0.693359375F), x);
    r = V::fnma(n, V::set(-2.12194440e-4F), r);
    F p = V::fma(V::set(0x1.6a23d0p-10F), r, V::set(0x1.123a20p-7F));
    p = V::fma(p, r, V::set(0x1.5558f2p-5F));
    p = V::fma(p, r, V::set(0x1.555492p-3F));
    p = V::fma(p, r, V::set(0x1.fffffcp-2F));
    const F power = V::add(V::set(1.0F), V::fma(V::mul(r, r), p, r));
    return V::scale_by_power(power, n);
}

/// 1 / (1 + e^-x). Both ends keep their relative precision: the exponential is that of -|x| and never overflows.
template <class V>
STRATA_INLINE typename V::F vector_sigmoid(typename V::F x) {
    using F = typename V::F;
    const F one = V::set(1.0F);
    const F e = vector_exp<V>(V::sub(V::zero(), V::abs(x)));
    return V::div(V::select_negative(x, e, one), V::add(one, e));
}

/// x sigmoid(x)
template <class V>
STRATA_INLINE typename V::F vector_silu(typename V::F x) {
    return V::mul(x, vector_sigmoid<V>(x));
}

}  // namespace strata
