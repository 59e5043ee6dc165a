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
    /* Of two zeros the first, of two NaNs the second: what clang makes of fmin and fmax on the host. */        \
    FLOAT hls_minnum_##NAME(FLOAT a, FLOAT b) { return a != a || b < a ? b : a; }                               \
    FLOAT hls_maxnum_##NAME(FLOAT a, FLOAT b) { return a != a || a < b ? b : a; }                               \
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

// Functions of float are computed in double, whose 29 further bits leave an error far below one unit of the last place
// after the one rounding to float. Series are cut where the next term is below 2^-45.
static double exp_f64(double r) { /* |r| <= ln(2) / 2 */
    return 1 + r * (1 + r * (1.0 / 2 + r * (1.0 / 6 + r * (1.0 / 24 + r * (1.0 / 120 + r * (1.0 / 720 + r * (1.0 / 5040 +
           r * (1.0 / 40320 + r * (1.0 / 362880 + r * (1.0 / 3628800))))))))));
}
static double scaled_f64(double x, int by) { return x * of_bits_f64((bits_f64)(1023 + by) << 52); }
/* exp(x) for any x that does not leave the exponents of double; float then has infinity, subnormal numbers and zero. */
static double exp_of_f64(double x) {
    const int n = (int)(x * 1.4426950408889634 + (x < 0 ? -0.5 : 0.5));
    return scaled_f64(exp_f64(x - n * 0.69314718055994531), n);
}
/* log(x) of a positive, finite float: 2 atanh((m - 1) / (m + 1)), with m between the roots of 1/2 and of 2. */
static double log_of_f64(float x) {
    const double y = x;
    const bits_f64 u = bits_of_f64(y), above = u - 0x3fe6a09e667f3bcdull;
    const int n = (int)((long long)above >> 52);
    const double m = of_bits_f64(u - ((bits_f64)(long long)n << 52));
    const double s = (m - 1) / (m + 1), t = s * s;
    return n * 0.69314718055994531 + 2 * s * (1 + t * (1.0 / 3 + t * (1.0 / 5 + t * (1.0 / 7 + t * (1.0 / 9 + t * (1.0 / 11 +
           t * (1.0 / 13 + t * (1.0 / 15))))))));
}
float hls_exp_f32(float x) {
    if (x != x) return x;
    if (x > 89) return __builtin_inff();
    return x < -104 ? 0 : (float)exp_of_f64(x);
}
float hls_exp2_f32(float x) {
    if (x != x) return x;
    if (x >= 128) return __builtin_inff();
    return x < -150 ? 0 : (float)exp_of_f64(x * 0.69314718055994531);
}
float hls_log_f32(float x) {
    if (x != x || x == __builtin_inff()) return x;
    if (x <= 0) return x == 0 ? -__builtin_inff() : -__builtin_nanf("");
    return (float)log_of_f64(x);
}
float hls_log2_f32(float x) {
    if (x != x || x == __builtin_inff()) return x;
    if (x <= 0) return x == 0 ? -__builtin_inff() : -__builtin_nanf("");
    return (float)(log_of_f64(x) * 1.4426950408889634);
}
float hls_log10_f32(float x) {
    if (x != x || x == __builtin_inff()) return x;
    if (x <= 0) return x == 0 ? -__builtin_inff() : -__builtin_nanf("");
    return (float)(log_of_f64(x) * 0.43429448190325183);
}
float hls_pow_f32(float x, float y) {
    const float size = of_bits_f32(bits_of_f32(x) << 1 >> 1);
    const int is_whole = hls_trunc_f32(y) == y, is_odd = is_whole && hls_trunc_f32(y * 0.5f) != y * 0.5f;
    const int is_negative = sign_f32(bits_of_f32(x)) && is_odd;
    if (y == 0 || x == 1) return 1;
    if (x != x || y != y) return x != x ? x : y;
    if (size == 1 && y - y != 0) return 1;
    if (x < 0 && size != __builtin_inff() && !is_whole) return -__builtin_nanf("");
    float made;
    if (size == 0 || size == __builtin_inff() || y - y != 0)
        made = (size > 1) == (y > 0) ? __builtin_inff() : 0;
    else {
        const double power = (double)y * log_of_f64(size);
        made = power > 89 ? __builtin_inff() : power < -104 ? 0 : (float)exp_of_f64(power);
    }
    return is_negative ? -made : made;
}

// x as n quarters of a turn and a rest of at most an eighth, in radians. x is m * 2^(e-23) with a whole m, so bits of
// 2/pi whose product with it is a multiple of four quarters are left out; 96 bits behind them are enough for any float.
static double turned_f64(float x, int *quarters) {
    static const unsigned two_over_pi[] = {0, 0xa2f9836eu, 0x4e441529u, 0xfc2757d1u, 0xf534ddc0u, 0xdb629599u, 0x3c439041u, 0xfe5163abu, 0xdebbc561u, 0xb7246e3au};
    const bits_f32 u = bits_of_f32(x);
    const int first = exponent_f32(u) - 23 - 1 + 31; /* in the table, which begins with 32 zeros */
    const bits_f64 m = (u & rest_f32(0)) | 1u << 23;
    if (exponent_f32(u) < -1) {
        *quarters = 0;
        return x;
    }
    const unsigned *word = two_over_pi + first / 32;
    const int by = first % 32;
    const bits_f64 a = word[0], b = word[1], c = word[2], d = word[3];
    const bits_f64 low = m * ((c << 32 | d) << by >> 32), middle = m * ((b << 32 | c) << by >> 32) + (low >> 32);
    const bits_f64 high = m * ((a << 32 | b) << by >> 32) + (middle >> 32);
    const bits_f64 turn = high << 32 | (middle & 0xffffffffu); /* its top two bits count quarters */
    const bits_f64 n = (turn + (1ull << 61)) >> 62;
    const double rest = (double)(long long)(turn - (n << 62)) * (1.5707963267948966 / 4611686018427387904.0);
    const int is_minus = sign_f32(u) != 0;
    *quarters = (int)(is_minus ? -n : n) & 3;
    return is_minus ? -rest : rest;
}
static double sine_f64(double r) {
    const double t = r * r;
    return r * (1 - t * (1.0 / 6 - t * (1.0 / 120 - t * (1.0 / 5040 - t * (1.0 / 362880 - t * (1.0 / 39916800 - t * (1.0 / 6227020800.0)))))));
}
static double cosine_f64(double r) {
    const double t = r * r;
    return 1 - t * (1.0 / 2 - t * (1.0 / 24 - t * (1.0 / 720 - t * (1.0 / 40320 - t * (1.0 / 3628800 - t * (1.0 / 479001600.0 - t * (1.0 / 87178291200.0)))))));
}
static float wave_f32(float x, int ahead) {
    int n;
    if (x - x != 0) return x != x ? x : -__builtin_nanf("");
    const double r = turned_f64(x, &n);
    const double y = (n + ahead) & 1 ? cosine_f64(r) : sine_f64(r);
    return (float)((n + ahead) & 2 ? -y : y);
}
float hls_sin_f32(float x) { return wave_f32(x, 0); }
float hls_cos_f32(float x) { return wave_f32(x, 1); }
float hls_tan_f32(float x) {
    int n;
    if (x - x != 0) return x != x ? x : -__builtin_nanf("");
    const double r = turned_f64(x, &n), s = sine_f64(r), c = cosine_f64(r);
    return (float)(n & 1 ? -c / s : s / c);
}
float tanf(float x) { return hls_tan_f32(x); }
