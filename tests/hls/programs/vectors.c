// SPDX-License-Identifier: Apache-2.0
// Vectors of the compiler, unions, shifts and rotations, wide integers.
#include "programs.h"

#define N 8

typedef float v4 __attribute__((vector_size(16)));

union bits {
    float f;
    unsigned u;
};

void vectors(int scale) {
    v4 a[N], c[N];
    unsigned mixed[N];
    float result[4];
    for (int i = 0; i < N; ++i)
        for (int k = 0; k < 4; ++k) a[i][k] = (float)(i * 4 + k) * 0.37f * (float)scale;
#pragma omp target map(to: a) map(from: c, mixed, result)
    {
        v4 sum = {0, 0, 0, 0};
        for (int i = 0; i < N; ++i) {
            sum += a[i] * a[i];
            c[i] = sum - a[N - 1 - i];
            union bits b;
            b.f = c[i][1];
            mixed[i] = (b.u << 7 | b.u >> 25) ^ (b.f < 0 ? 0x80u : 3u);
        }
        for (int k = 0; k < 4; ++k) result[k] = fabsf(sum[k]) + (float)(mixed[k] % 11);
    }
    for (int i = 0; i < N; ++i) printf("vectors %a %a %08x\n", c[i][0], c[i][3], mixed[i]);
    printf("vectors %a %a %a %a\n", result[0], result[1], result[2], result[3]);
}
