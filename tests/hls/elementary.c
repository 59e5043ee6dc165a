// SPDX-License-Identifier: Apache-2.0
// The elementary functions of hls/library/hls_math.c, those of float against the host's of double, every STEP-th float and random
// pairs for powers; those of double against the host's of long double, random numbers. Hardware does what this C does, bit by bit.
#include "../../hls/library/hls_math.c"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define MOST_ULP 0.51
#define MOST_ULP_OF_DOUBLE 0.9

static int wrong;

// The error in units of the last place of the float next to what is wanted.
static double error_of(float got, double want) {
    const float nearest = (float)want;
    if (want != want) return got != got ? 0 : 1e9;
    if (isinf(nearest) || nearest == 0) return got == nearest && signbit(got) == signbit(nearest) ? 0 : 1e9;
    if (got != got || isinf(got)) return 1e9;
    return fabs((double)got - want) / (nextafterf(fabsf(nearest), INFINITY) - fabsf(nearest));
}

static void judge(const char *name, float x, float y, float got, double want, double *worst) {
    const double error = error_of(got, want);
    if (error > *worst) *worst = error;
    if (error > MOST_ULP && ++wrong <= 20) printf("%s(%a, %a) is %a, not %a\n", name, x, y, got, want);
}

static float of_number(unsigned u) { return __builtin_bit_cast(float, u); }

static unsigned drawn(void) {
    static unsigned long long state = 1;
    state = state * 6364136223846793005ull + 1442695040888963407ull;
    return (unsigned)(state >> 32);
}

static void powers(unsigned count, double *worst) {
    static const float special[] = {0, -0.0f, 1, -1, 2, -2, 0.5f, -0.5f, 3, -3, INFINITY, -INFINITY, NAN, 1e30f, -1e30f};
    for (unsigned i = 0; i < 15 * 15; ++i)
        judge("pow", special[i / 15], special[i % 15], hls_pow_f32(special[i / 15], special[i % 15]), pow(special[i / 15], special[i % 15]), worst);
    for (unsigned i = 0; i < count; ++i) {
        float x = of_number(drawn()), y = of_number(drawn());
        if (i % 3) x = of_number(0x38000000 + drawn() % 0x10000000), y = of_number(0x3c000000 + drawn() % 0x08000000);
        if (i % 7 == 0) y = (float)(int)(drawn() % 41) - 20;
        judge("pow", x, y, hls_pow_f32(x, y), pow(x, y), worst);
    }
}

static double error_of_double(double got, long double want) {
    const double nearest = (double)want;
    if (want != want) return got != got ? 0 : 1e9;
    if (isinf(nearest) || nearest == 0) return got == nearest && signbit(got) == signbit(nearest) ? 0 : 1e9;
    if (got != got || isinf(got)) return 1e9;
    return (double)(fabsl(got - want) / (nextafter(fabs(nearest), INFINITY) - fabs(nearest)));
}

static void judge_double(const char *name, double x, double y, double got, long double want, double *worst) {
    const double error = error_of_double(got, want);
    if (error > *worst) *worst = error;
    if (error > MOST_ULP_OF_DOUBLE && ++wrong <= 20) printf("%s(%a, %a) is %a, not %La\n", name, x, y, got, want);
}

static double drawn_double(unsigned i) {
    const unsigned long long bits = (unsigned long long)drawn() << 32 | drawn();
    static const double special[] = {0, -0.0, 1, -1, 2, 0.5, 1000, -3, INFINITY, -INFINITY, NAN, 0x1p-1074, -0x1.8p-1030, 0x1.fffffffffffffp+1023, 710, -745.2};
    if (i < 16) return special[i];
    if (i % 3 == 0) return __builtin_bit_cast(double, bits);
    if (i % 3 == 1) return (long long)bits * 0x1p-63 * (i % 2 ? 750 : 8);
    return __builtin_bit_cast(double, 0x3f00000000000000ull + bits % 0x0200000000000000ull) * (i & 4 ? -1 : 1);
}

static void doubles(unsigned count, const char **names, double *worst) {
    for (unsigned i = 0; i < count; ++i) {
        const double x = drawn_double(i);
        const long double d = x;
        const double got[] = {hls_exp_f64(x), hls_exp2_f64(x), hls_log_f64(x), hls_log2_f64(x), hls_log10_f64(x), hls_sin_f64(x), hls_cos_f64(x), tan(x)};
        const long double want[] = {expl(d), exp2l(d), logl(d), log2l(d), log10l(d), sinl(d), cosl(d), tanl(d)};
        for (int k = 0; k < 8; ++k) judge_double(names[k], x, 0, got[k], want[k], &worst[k]);
        const int is_any = i % 5 == 0;
        const double base = is_any ? x : fabs(x), power = is_any ? (int)(drawn() % 41) - 20 : (int)drawn() * 0x1p-31 * 700 / (fabs(log(base)) + 1e-3);
        judge_double("pow", base, power, hls_pow_f64(base, power), powl(base, power), &worst[8]);
    }
    for (unsigned i = 0; i < 256; ++i)
        judge_double("pow", drawn_double(i / 16), drawn_double(i % 16), hls_pow_f64(drawn_double(i / 16), drawn_double(i % 16)),
                     powl(drawn_double(i / 16), drawn_double(i % 16)), &worst[8]);
}

int main(int argc, char **argv) {
    const unsigned long long step = argc > 1 ? strtoull(argv[1], 0, 10) : 9973;
    const char *names[] = {"exp", "exp2", "log", "log2", "log10", "sin", "cos", "tan", "pow"};
    double worst[9] = {0};
    for (unsigned long long i = 0; i < 1ull << 32; i += step) {
        const float x = of_number((unsigned)i);
        const double d = x;
        const float got[] = {hls_exp_f32(x), hls_exp2_f32(x), hls_log_f32(x), hls_log2_f32(x), hls_log10_f32(x), hls_sin_f32(x), hls_cos_f32(x), tanf(x)};
        const double want[] = {exp(d), exp2(d), log(d), log2(d), log10(d), sin(d), cos(d), tan(d)};
        for (int k = 0; k < 8; ++k) judge(names[k], x, 0, got[k], want[k], &worst[k]);
    }
    powers((unsigned)((1ull << 32) / step), &worst[8]);
    for (int k = 0; k < 9; ++k) printf("%s %.6f ulp\n", names[k], worst[k]);
    double worst_of_double[9] = {0};
    doubles((unsigned)((1ull << 30) / step), names, worst_of_double);
    for (int k = 0; k < 9; ++k) printf("%s of double %.6f ulp\n", names[k], worst_of_double[k]);
    printf("%llu numbers, %d wrong\n", ((1ull << 32) + step - 1) / step, wrong);
    return wrong != 0;
}
