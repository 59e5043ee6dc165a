// SPDX-License-Identifier: Apache-2.0
// The functions of <math.h> under the names that Vitis gives them.
#ifndef TAPESTRY_HLS_MATH_H
#define TAPESTRY_HLS_MATH_H

#include <cmath>

#include "hls_half.h"

namespace hls {

using std::ceil;
using std::copysign;
using std::cos;
using std::exp;
using std::exp2;
using std::fabs;
using std::fdim;
using std::floor;
using std::fma;
using std::fmax;
using std::fmin;
using std::isfinite;
using std::isinf;
using std::isnan;
using std::isnormal;
using std::log;
using std::log10;
using std::log2;
using std::lrint;
using std::lround;
using std::nearbyint;
using std::pow;
using std::rint;
using std::round;
using std::signbit;
using std::sin;
using std::sqrt;
using std::tan;
using std::trunc;

// The names of C with f, for float alone.
#define HLS_MATH_FLOAT(NAME) \
    inline float NAME##f(float x) { return std::NAME(x); }
HLS_MATH_FLOAT(ceil)
HLS_MATH_FLOAT(cos)
HLS_MATH_FLOAT(exp)
HLS_MATH_FLOAT(exp2)
HLS_MATH_FLOAT(fabs)
HLS_MATH_FLOAT(floor)
HLS_MATH_FLOAT(log)
HLS_MATH_FLOAT(log10)
HLS_MATH_FLOAT(log2)
HLS_MATH_FLOAT(nearbyint)
HLS_MATH_FLOAT(rint)
HLS_MATH_FLOAT(round)
HLS_MATH_FLOAT(sin)
HLS_MATH_FLOAT(sqrt)
HLS_MATH_FLOAT(tan)
HLS_MATH_FLOAT(trunc)
#undef HLS_MATH_FLOAT
#define HLS_MATH_FLOATS(NAME) \
    inline float NAME##f(float x, float y) { return std::NAME(x, y); }
HLS_MATH_FLOATS(copysign)
HLS_MATH_FLOATS(fdim)
HLS_MATH_FLOATS(fmax)
HLS_MATH_FLOATS(fmin)
HLS_MATH_FLOATS(pow)
#undef HLS_MATH_FLOATS
inline float fmaf(float x, float y, float z) { return std::fma(x, y, z); }
inline void sincos(float x, float* s, float* c) { *s = std::sin(x), *c = std::cos(x); }
inline void sincos(double x, double* s, double* c) { *s = std::sin(x), *c = std::cos(x); }
// Quotients of float and double, rounded as IEEE 754 says.
template <class T>
T recip(T x) {
    return T(1) / x;
}
template <class T>
T divide(T x, T y) {
    return x / y;
}
template <class T>
T rsqrt(T x) {
    return T(1) / std::sqrt(x);
}
template <class T>
T abs(T x) {
    return x < 0 ? T(-x) : x;
}
template <class T>
T max(T a, T b) {
    return a < b ? b : a;
}
template <class T>
T min(T a, T b) {
    return b < a ? b : a;
}

}  // namespace hls

#endif
