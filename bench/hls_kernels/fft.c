// SPDX-License-Identifier: Apache-2.0
// Fast Fourier transform of 256 points in single precision, in place, decimation in time.

// top: fft

#include <math.h>
#include <stdio.h>

#define N 256
#define STAGES 8

void fft(float* restrict re, float* restrict im, const float* restrict cosines,
         const float* restrict sines) {
    float x[N], y[N];
    for (int i = 0; i < N; ++i) {
        int reversed = 0;
        for (int b = 0; b < STAGES; ++b) reversed |= (i >> b & 1) << (STAGES - 1 - b);
        x[reversed] = re[i];
        y[reversed] = im[i];
    }
    for (int s = 0; s < STAGES; ++s) {
        const int half = 1 << s;
        for (int k = 0; k < N / 2; ++k) {
            const int j = k & (half - 1), top = (k >> s << (s + 1)) + j, low = top + half;
            const float c = cosines[j << (STAGES - 1 - s)], d = sines[j << (STAGES - 1 - s)];
            const float u = x[low] * c - y[low] * d, v = x[low] * d + y[low] * c;
            x[low] = x[top] - u;
            y[low] = y[top] - v;
            x[top] += u;
            y[top] += v;
        }
    }
    for (int i = 0; i < N; ++i) {
        re[i] = x[i];
        im[i] = y[i];
    }
}

int main(void) {
    static float re[N], im[N], c[N], s[N];
    for (int i = 0; i < N; ++i) {
        re[i] = (float)cos(2 * M_PI * 5 * i / N);
        c[i] = (float)cos(2 * M_PI * i / N);
        s[i] = (float)-sin(2 * M_PI * i / N);
    }
    fft(re, im, c, s);
    for (int i = 0; i < N; ++i)
        if (fabsf(re[i] - (i == 5 || i == N - 5 ? N / 2.0f : 0)) > 1e-3f || fabsf(im[i]) > 1e-3f)
            return printf("wrong at %d\n", i), 1;
    return printf("two lines\n"), 0;
}
