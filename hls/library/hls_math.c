// SPDX-License-Identifier: Apache-2.0
// Functions of <math.h> without an operator of their own, in C: those that a program calls are compiled with it and
// inlined. Rounding to integers works on the bits, because floating-point adders are expensive.
typedef unsigned bits_f32;
typedef unsigned long long bits_f64;

// FRACTION: bits of the fraction. For 2^e <= |x| < 2^(e+1), `rest` masks the bits below the binary point.
#define ROUNDERS(NAME, FLOAT, FRACTION, BIAS)                                                                   \
    static bits_##NAME bits_of_##NAME(FLOAT x) { return __builtin_bit_cast(bits_##NAME, x); }                   \
    static FLOAT of_bits_##NAME(bits_##NAME x) { return __builtin_bit_cast(FLOAT, x); }                         \
    static int exponent_##NAME(bits_##NAME x) { return (int)(x >> FRACTION & (2 * BIAS + 1)) - BIAS; }          \
    static bits_##NAME sign_##NAME(bits_##NAME x) { return x & ~(~(bits_##NAME)0 >> 1); }                       \
    static bits_##NAME one_##NAME(bits_##NAME x) { return sign_##NAME(x) | (bits_##NAME)BIAS << FRACTION; }     \
    static bits_##NAME rest_##NAME(int e) { return (((bits_##NAME)1 << FRACTION) - 1) >> e; }                   \
    FLOAT hls_trunc_##NAME(FLOAT x) {                                                                           \
        const bits_##NAME u = bits_of_##NAME(x);                                                                \
        const int e = exponent_##NAME(u);                                                                       \
        if (e >= FRACTION) return x;                                                                            \
        return of_bits_##NAME(e < 0 ? sign_##NAME(u) : u & ~rest_##NAME(e));                                    \
    }                                                                                                           \
    static FLOAT away_##NAME(FLOAT x) {                                                                         \
        const bits_##NAME u = bits_of_##NAME(x);                                                                \
        const int e = exponent_##NAME(u);                                                                       \
        if (e >= FRACTION) return x;                                                                            \
        if (e < 0) return of_bits_##NAME(u << 1 ? one_##NAME(u) : u);                                           \
        return of_bits_##NAME((u + rest_##NAME(e)) & ~rest_##NAME(e));                                          \
    }                                                                                                           \
    FLOAT hls_floor_##NAME(FLOAT x) {                                                                           \
        return sign_##NAME(bits_of_##NAME(x)) ? away_##NAME(x) : hls_trunc_##NAME(x);                           \
    }                                                                                                           \
    FLOAT hls_ceil_##NAME(FLOAT x) {                                                                            \
        return sign_##NAME(bits_of_##NAME(x)) ? hls_trunc_##NAME(x) : away_##NAME(x);                           \
    }                                                                                                           \
    /* A half goes away from zero, or to the even number. */                                                    \
    static FLOAT nearest_##NAME(FLOAT x, int to_even) {                                                         \
        const bits_##NAME u = bits_of_##NAME(x), half = (bits_##NAME)1 << (FRACTION - 1);                       \
        const int e = exponent_##NAME(u);                                                                       \
        if (e >= FRACTION) return x;                                                                            \
        if (e < -1) return of_bits_##NAME(sign_##NAME(u));                                                      \
        if (e < 0) return of_bits_##NAME(to_even && !(u & rest_##NAME(0)) ? sign_##NAME(u) : one_##NAME(u));    \
        const bits_##NAME odd = u >> (FRACTION - e) & 1;                                                        \
        return of_bits_##NAME((u + (half >> e) - (to_even ? 1 - odd : 0)) & ~rest_##NAME(e));                   \
    }                                                                                                           \
    FLOAT hls_round_##NAME(FLOAT x) { return nearest_##NAME(x, 0); }                                            \
    FLOAT hls_rint_##NAME(FLOAT x) { return nearest_##NAME(x, 1); }                                             \
    FLOAT hls_nearbyint_##NAME(FLOAT x) { return nearest_##NAME(x, 1); }                                        \
    FLOAT hls_roundeven_##NAME(FLOAT x) { return nearest_##NAME(x, 1); }                                        \
    long long hls_lround_##NAME(FLOAT x) { return (long long)nearest_##NAME(x, 0); }                            \
    long long hls_lrint_##NAME(FLOAT x) { return (long long)nearest_##NAME(x, 1); }                             \
    FLOAT hls_minnum_##NAME(FLOAT a, FLOAT b) { return b != b || a < b ? a : b; }                               \
    FLOAT hls_maxnum_##NAME(FLOAT a, FLOAT b) { return b != b || b < a ? a : b; }                               \
    /* The classes are numbered from the lowest: NaN (signalling, quiet), -infinity, -normal, -subnormal,       \
       -0, and the same upwards. */                                                                             \
    int hls_is_fpclass_##NAME(FLOAT x, int asked) {                                                             \
        const bits_##NAME u = bits_of_##NAME(x), fraction = u & rest_##NAME(0);                                 \
        const int e = exponent_##NAME(u), negative = sign_##NAME(u) != 0;                                       \
        if (e > BIAS && fraction) return asked >> (int)(fraction >> (FRACTION - 1)) & 1;                        \
        const int size = e > BIAS ? 3 : e > -BIAS ? 2 : fraction ? 1 : 0;                                       \
        return asked >> (negative ? 5 - size : 6 + size) & 1;                                                   \
    }

ROUNDERS(f32, float, 23, 127)
ROUNDERS(f64, double, 52, 1023)

float fdimf(float a, float b) { return a <= b ? 0.0f : a - b; }
double fdim(double a, double b) { return a <= b ? 0.0 : a - b; }
