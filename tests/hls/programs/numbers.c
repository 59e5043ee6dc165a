// SPDX-License-Identifier: Apache-2.0
// Functions of <math.h>, classes of numbers, rotations by a variable, bits in reverse, sums that saturate, divisions by powers of two.
#include "programs.h"

#define N 24

static unsigned turn(unsigned x, unsigned by) { return x << (by & 31) | x >> (-by & 31); }

static void to_whole(const float *f, const double *d, float *g, double *e, int n) {
#pragma omp target parallel for num_threads(2) map(to: f[:n], d[:n]) map(from: g[:5 * n], e[:5 * n])
    for (int i = 0; i < n; ++i) {
        g[5 * i] = floorf(f[i]);
        g[5 * i + 1] = ceilf(f[i]);
        g[5 * i + 2] = truncf(f[i]);
        g[5 * i + 3] = roundf(f[i]);
        g[5 * i + 4] = rintf(f[i]);
        e[5 * i] = floor(d[i]);
        e[5 * i + 1] = ceil(d[i]);
        e[5 * i + 2] = trunc(d[i]);
        e[5 * i + 3] = round(d[i]);
        e[5 * i + 4] = nearbyint(d[i]);
    }
}

// NaNs, zeros and infinities: which operand, and which sign.
static void signs(void) {
    static const unsigned bits[] = {0x7fc00000, 0xffc00000, 0x7f800001, 0xff812345, 0x3f800000, 0, 0x80000000, 0x7f800000, 0xff800000};
    unsigned all[81][7], hash = 0;
    float x[9];
    for (int i = 0; i < 9; ++i) x[i] = __builtin_bit_cast(float, bits[i]);
#pragma omp target map(to: x) map(from: all)
    for (int i = 0; i < 81; ++i) {
        const float a = x[i / 9], b = x[i % 9];
        const float y[7] = {a + b, a - b, a * b, a / b, sqrtf(a), fminf(a, b), fmaxf(a, b)};
        for (int k = 0; k < 7; ++k) {
            all[i][k] = __builtin_bit_cast(unsigned, y[k]);
            if (k < 5 && y[k] != y[k]) all[i][k] &= 0xffc00000; /* without payload */
        }
    }
    for (int i = 0; i < 81; ++i)
        for (int k = 0; k < 7; ++k) hash = hash * 31 + all[i][k];
    printf("signs %08x, %g %g\n", hash, (double)__builtin_bit_cast(float, all[45][3]), (double)__builtin_bit_cast(float, all[70][0]));
}

// A library's functions may be rounded otherwise in the last bit, so fewer are printed.
static void elementary(int scale) {
    float x[8], y[8][6];
    for (int i = 0; i < 8; ++i) x[i] = 0.37f * (float)(i * i + scale) + (i > 5 ? 1e6f : 0.0f);
#pragma omp target map(to: x) map(from: y)
    for (int i = 0; i < 8; ++i) {
        y[i][0] = expf(-x[i]);
        y[i][1] = logf(x[i]);
        y[i][2] = powf(x[i], 0.7f);
        y[i][3] = sinf(x[i]);
        y[i][4] = cosf(x[i]);
        y[i][5] = tanf(x[i]);
    }
    for (int i = 0; i < 8; ++i) {
        printf("elementary");
        for (int k = 0; k < 6; ++k) printf(" %.4e", (double)y[i][k]);
        printf("\n");
    }
}

static void elementary_of_double(int scale) {
    double x[6], y[6][4];
    for (int i = 0; i < 6; ++i) x[i] = 0.37 * (i * i + scale) + (i > 4 ? 1e22 : 0.0);
#pragma omp target map(to: x) map(from: y)
    for (int i = 0; i < 6; ++i) {
        y[i][0] = exp(-x[i]);
        y[i][1] = log10(x[i]);
        y[i][2] = pow(x[i], 0.7);
        y[i][3] = tan(x[i]);
    }
    for (int i = 0; i < 6; ++i) printf("elementary of double %.13e %.13e %.13e %.13e\n", y[i][0], y[i][1], y[i][2], y[i][3]);
}

void numbers(int scale) {
    signs();
    elementary(scale);
    elementary_of_double(scale);
    static const float special[] = {0.0f,  -0.0f, 0.5f,  -0.5f,    1.5f,     2.5f,      -2.5f,   0.49999997f,
                                    1e-40f, 1e30f, 8388607.5f, INFINITY, -INFINITY, NAN, 16777216.0f, -0.75f};
    float f[N], g[5 * N], h[N];
    double d[N], e[5 * N];
    int kind[N], whole[N];
    unsigned bits[N];
    for (int i = 0; i < N; ++i) {
        f[i] = i < 16 ? special[i] : (float)(i - 20) * 1.37f * (float)scale;
        d[i] = i < 14 ? special[i] : (double)(i - 19) * 1234.56789 * scale;
    }
    to_whole(f, d, g, e, N);
#pragma omp target map(to: f, d) map(from: h, kind, whole, bits)
    for (int i = 0; i < N; ++i) {
        const float other = f[(i + 7) % N];
        h[i] = fmaf(f[i], 1.0000001f, other) + (float)fma(d[i], 0.1, other) + fmaxf(f[i], 1.0f) - fminf(other, f[i] + 3.0f) + fdimf(f[i], other);
        kind[i] = (isnan(f[i]) != 0) + 2 * (isinf(f[i]) != 0) + 4 * (isnormal(f[i]) != 0) + 8 * (signbit(f[i]) != 0) +
                  16 * (isfinite(d[i]) != 0) + 32 * ((f[i] == 0.0f) | (fabsf(f[i]) == INFINITY)) +
                  64 * (!(fabs(d[i]) < INFINITY) | (d[i] == 0.0));
        const int n = i * 977 - 11000;
        whole[i] = n / 16 * 100 + n % 16 + n % 2 + (short)n / 4;
        if (i >= 14) whole[i] += (int)lround(d[i]) - (int)lrint(d[i]);
        const unsigned x = turn((unsigned)n * 2654435761u, (unsigned)(i * scale)), y = x * 3u;
        bits[i] = (x > y ? x - y : 0) ^ (x + y < x ? ~0u : x + y);
        bits[i] += __builtin_bitreverse32(x) ^ __builtin_bitreverse16((unsigned short)y) ^ __builtin_bitreverse8((unsigned char)(x >> 9));
    }
    for (int i = 0; i < 5 * N; ++i) printf("numbers %d %a %a\n", i, g[i], e[i]);
    for (int i = 0; i < N; ++i) printf("numbers %d %a %d %d %08x\n", i, isnan(h[i]) ? 0.0f : h[i], kind[i], whole[i], bits[i]);
}
