// SPDX-License-Identifier: Apache-2.0
// The elementary functions of hls/library/hls_math.c against those of the host in double: every STEP-th float, and random
// pairs for powers. Hardware does what this C does, bit by bit.
#include "../../hls/library/hls_math.c"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define MOST_ULP 0.51

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
    printf("%llu numbers, %d wrong\n", ((1ull << 32) + step - 1) / step, wrong);
    return wrong != 0;
}
