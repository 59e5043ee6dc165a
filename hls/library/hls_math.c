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

// Functions of double are computed as the sum of two doubles, the second one below half a unit of the last place of the first,
// where an error of the first would be seen; what remains is far below half a unit beside the one rounding at the end.
struct pair_f64 {
    double high, low;
};
static struct pair_f64 sum_f64(double a, double b) {
    const double high = a + b, of_b = high - a;
    return (struct pair_f64){high, (a - (high - of_b)) + (b - of_b)};
}
static struct pair_f64 product_f64(struct pair_f64 a, struct pair_f64 b) {
    const double high = a.high * b.high;
    return (struct pair_f64){high, __builtin_fma(a.high, b.high, -high) + (a.high * b.low + a.low * b.high)};
}
static const struct pair_f64 log2_of_e = {0x1.71547652b82fep+0, 0x1.777d0ffda0d24p-56}, log10_of_e = {0x1.bcb7b1526e50ep-2, 0x1.95355baaafad3p-57};
static const struct pair_f64 log_of_2 = {0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56}, quarter = {0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54};

/* exp(r) * 2^n for a rest of at most ln(2) / 2. Halves of the power keep the first product exact. */
static double power_f64(struct pair_f64 r, int n) {
    const double x = r.high;
    const double p = 1.0 / 2 + x * (1.0 / 6 + x * (1.0 / 24 + x * (1.0 / 120 + x * (1.0 / 720 + x * (1.0 / 5040 + x * (1.0 / 40320 +
                     x * (1.0 / 362880 + x * (1.0 / 3628800 + x * (1.0 / 39916800 + x * (1.0 / 479001600 + x * (1.0 / 6227020800.0 +
                     x * (1.0 / 87178291200.0))))))))))));
    const struct pair_f64 one = sum_f64(1, x);
    const double y = one.high + (one.low + (r.low + x * x * p));
    return scaled_f64(scaled_f64(y, n >> 1), n - (n >> 1));
}
static double exp_of_pair_f64(struct pair_f64 x) {
    if (x.high > 720) return __builtin_inf();
    if (x.high < -760) return 0;
    const int n = (int)(x.high * log2_of_e.high + (x.high < 0 ? -0.5 : 0.5));
    const double first = x.high - n * 0x1.62e42fef00000p-1; /* exact: the factor ends in zeros */
    const struct pair_f64 r = sum_f64(first, x.low - n * 0x1.473de6af278edp-34);
    return power_f64(r, n);
}
/* log(x) of a positive, finite number: 2 atanh((m - 1) / (m + 1)), with m between the roots of 1/2 and of 2. */
static struct pair_f64 log_of_pair_f64(double x) {
    const int is_small = x < 0x1p-1022;
    const bits_f64 u = bits_of_f64(is_small ? x * 0x1p54 : x), above = u - 0x3fe6a09e667f3bcdull;
    const int shift = (int)((long long)above >> 52), n = is_small ? shift - 54 : shift;
    const double m = of_bits_f64(u - ((bits_f64)(long long)shift << 52)), f = m - 1;
    const struct pair_f64 below = sum_f64(2, f);
    struct pair_f64 s = {f / below.high, 0};
    s.low = (__builtin_fma(-s.high, below.high, f) - s.high * below.low) / below.high;
    const struct pair_f64 z = product_f64(s, s);
    const double t = z.high;
    const double p = t * (1.0 / 5 + t * (1.0 / 7 + t * (1.0 / 9 + t * (1.0 / 11 + t * (1.0 / 13 + t * (1.0 / 15 + t * (1.0 / 17 +
                     t * (1.0 / 19 + t * (1.0 / 21 + t * (1.0 / 23))))))))));
    struct pair_f64 third = sum_f64(0x1.5555555555555p-2, p);
    third.low += 0x1.5555555555555p-56;
    const struct pair_f64 rest = product_f64(product_f64(z, third), s), half = sum_f64(s.high, rest.high);
    const struct pair_f64 all = sum_f64(n * 0x1.62e42fef00000p-1, 2 * half.high);
    return sum_f64(all.high, all.low + (2 * (half.low + (s.low + rest.low)) + n * 0x1.473de6af278edp-34));
}
double hls_exp_f64(double x) { return x != x ? x : exp_of_pair_f64((struct pair_f64){x, 0}); }
double hls_exp2_f64(double x) {
    if (x != x) return x;
    if (x >= 1024) return __builtin_inf();
    if (x < -1080) return 0;
    const int n = (int)(x + (x < 0 ? -0.5 : 0.5));
    return power_f64(product_f64((struct pair_f64){x - n, 0}, log_of_2), n);
}
#define LOGARITHM(NAME, MADE)                                                              \
    double hls_##NAME##_f64(double x) {                                                    \
        if (x != x || x == __builtin_inf()) return x;                                      \
        if (x <= 0) return x == 0 ? -__builtin_inf() : -__builtin_nan("");                 \
        const struct pair_f64 y = log_of_pair_f64(x), made = MADE;                         \
        return made.high + made.low;                                                       \
    }
LOGARITHM(log, y)
LOGARITHM(log2, product_f64(y, log2_of_e))
LOGARITHM(log10, product_f64(y, log10_of_e))
double hls_pow_f64(double x, double y) {
    const double size = of_bits_f64(bits_of_f64(x) << 1 >> 1);
    const int is_whole = hls_trunc_f64(y) == y, is_odd = is_whole && hls_trunc_f64(y * 0.5) != y * 0.5;
    const int is_negative = sign_f64(bits_of_f64(x)) && is_odd;
    if (y == 0 || x == 1) return 1;
    if (x != x || y != y) return x != x ? x : y;
    if (size == 1 && y - y != 0) return 1;
    if (x < 0 && size != __builtin_inf() && !is_whole) return -__builtin_nan("");
    double made;
    if (size == 0 || size == __builtin_inf() || y - y != 0)
        made = (size > 1) == (y > 0) ? __builtin_inf() : 0;
    else
        made = exp_of_pair_f64(product_f64((struct pair_f64){y, 0}, log_of_pair_f64(size)));
    return is_negative ? -made : made;
}

// As turned_f64, for any double: x is m * 2^(e-52) with a whole m, and 192 bits of 2/pi are multiplied with it.
static struct pair_f64 turned_pair_f64(double x, int *quarters) {
    static const bits_f64 two_over_pi[] = {
        0, 0xa2f9836e4e441529ull, 0xfc2757d1f534ddc0ull, 0xdb6295993c439041ull, 0xfe5163abdebbc561ull, 0xb7246e3a424dd2e0ull,
        0x06492eea09d1921cull, 0xfe1deb1cb129a73eull, 0xe88235f52ebb4484ull, 0xe99c7026b45f7e41ull, 0x3991d639835339f4ull,
        0x9c845f8bbdf9283bull, 0x1ff897ffde05980full, 0xef2f118b5a0a6d1full, 0x6d367ecf27cb09b7ull, 0x4f463f669e5fea2dull,
        0x7527bac7ebe5f17bull, 0x3d0739f78a5292eaull, 0x6bfb5fb11f8d5d08ull, 0x56033046fc7b6babull};
    const bits_f64 u = bits_of_f64(x);
    const int first = exponent_f64(u) + 10; /* in the table, which begins with 64 zeros */
    if (exponent_f64(u) < -1) {
        *quarters = 0;
        return (struct pair_f64){x, 0};
    }
    const bits_f64 *word = two_over_pi + first / 64;
    const int by = first % 64, back = 63 - by;
    const unsigned __int128 m = (u & rest_f64(0)) | 1ull << 52;
    const bits_f64 a = word[0] << by | word[1] >> 1 >> back, b = word[1] << by | word[2] >> 1 >> back, c = word[2] << by | word[3] >> 1 >> back;
    const unsigned __int128 middle = m * b + (m * c >> 64);
    const unsigned __int128 turn = (m * a << 64) + middle; /* its top two bits count quarters */
    const bits_f64 n = (bits_f64)(turn >> 125) + 1 >> 1;
    const __int128 rest = (__int128)(turn - ((unsigned __int128)n << 126));
    const struct pair_f64 high = sum_f64((double)(long long)(rest >> 86) * 0x1p-40, (double)((long long)(rest >> 43) & 0x7ffffffffffll) * 0x1p-83);
    const struct pair_f64 part = sum_f64(high.high, high.low + (double)((long long)rest & 0x7ffffffffffll) * 0x1p-126);
    const struct pair_f64 angle = product_f64(part, quarter);
    const int is_minus = sign_f64(u) != 0;
    *quarters = (int)(is_minus ? -n : n) & 3;
    return is_minus ? (struct pair_f64){-angle.high, -angle.low} : angle;
}
static struct pair_f64 sine_of_pair_f64(struct pair_f64 r) {
    const double x = r.high, t = x * x;
    const double p = -1.0 / 6 + t * (1.0 / 120 + t * (-1.0 / 5040 + t * (1.0 / 362880 + t * (-1.0 / 39916800 + t * (1.0 / 6227020800.0 +
                     t * (-1.0 / 1307674368000.0 + t * (1.0 / 355687428096000.0)))))));
    return sum_f64(x, r.low * (1 - t / 2) + x * t * p);
}
static struct pair_f64 cosine_of_pair_f64(struct pair_f64 r) {
    const double x = r.high, t = x * x;
    const double p = 1.0 / 24 + t * (-1.0 / 720 + t * (1.0 / 40320 + t * (-1.0 / 3628800 + t * (1.0 / 479001600.0 +
                     t * (-1.0 / 87178291200.0 + t * (1.0 / 20922789888000.0 + t * (-1.0 / 6402373705728000.0)))))));
    const struct pair_f64 most = sum_f64(1, -t / 2);
    return sum_f64(most.high, most.low + (t * t * p - (x * r.low + __builtin_fma(x, x, -t) / 2)));
}
static double wave_f64(double x, int ahead) {
    int n;
    if (x - x != 0) return x != x ? x : -__builtin_nan("");
    const struct pair_f64 r = turned_pair_f64(x, &n);
    const struct pair_f64 y = (n + ahead) & 1 ? cosine_of_pair_f64(r) : sine_of_pair_f64(r);
    return (n + ahead) & 2 ? -y.high : y.high;
}
double hls_sin_f64(double x) { return x == 0 ? x : wave_f64(x, 0); }
double hls_cos_f64(double x) { return wave_f64(x, 1); }
double hls_tan_f64(double x) {
    int n;
    if (x - x != 0) return x != x ? x : -__builtin_nan("");
    if (x == 0) return x;
    const struct pair_f64 r = turned_pair_f64(x, &n), s = sine_of_pair_f64(r), c = cosine_of_pair_f64(r);
    const struct pair_f64 above = n & 1 ? c : s, below = n & 1 ? s : c;
    const double q = above.high / below.high;
    const double made = q + (__builtin_fma(-q, below.high, above.high) + (above.low - q * below.low)) / below.high;
    return n & 1 ? -made : made;
}
double tan(double x) { return hls_tan_f64(x); }
