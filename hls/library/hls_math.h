// SPDX-License-Identifier: Apache-2.0
// The functions of <math.h> under the names that Vitis gives them.
#ifndef TAPESTRY_HLS_MATH_H
#define TAPESTRY_HLS_MATH_H

#include <cmath>

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
using std::log;
using std::log10;
using std::log2;
using std::pow;
using std::round;
using std::sin;
using std::sqrt;
using std::tan;
using std::trunc;

inline float sqrtf(float x) { return std::sqrt(x); }
inline float expf(float x) { return std::exp(x); }
inline float logf(float x) { return std::log(x); }
inline float sinf(float x) { return std::sin(x); }
inline float cosf(float x) { return std::cos(x); }
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
