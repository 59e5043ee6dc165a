// SPDX-License-Identifier: Apache-2.0
// Two-dimensional arrays of float and double, loops that are collapsed.
#include "programs.h"

#define N 6

void matrix(int scale) {
    float a[N][N], b[N][N], c[N][N];
    double trace = 0;
    for (int i = 0; i < N; ++i)
        for (int j = 0; j < N; ++j) {
            a[i][j] = (float)(i + j * scale) / 7.0f;
            b[i][j] = (float)(i - j) * 1.25f;
        }
#pragma omp target parallel for collapse(2) num_threads(4) map(to: a, b) map(from: c)
    for (int i = 0; i < N; ++i)
        for (int j = 0; j < N; ++j) {
            float sum = 0;
            for (int k = 0; k < N; ++k) sum += a[i][k] * b[k][j];
            c[i][j] = sum;
        }
#pragma omp target map(to: c) map(tofrom: trace)
    for (int i = 0; i < N; ++i) trace += (double)c[i][i] / (i + 1);
    for (int i = 0; i < N; ++i) printf("matrix %a %a\n", c[i][(i + 1) % N], trace);
}
