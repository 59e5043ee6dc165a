// SPDX-License-Identifier: Apache-2.0
// The combined construct that programs for GPUs use; a reduction of a double; a function of another file.
#include "programs.h"

#define N 40

void teams(int scale) {
    int a[N], plain[N];
    double sum = 0;
    for (int i = 0; i < N; ++i) a[i] = i * 11 % 23 - 9;
#pragma omp target teams distribute parallel for num_threads(2) reduction(+ : sum) map(tofrom: a, sum)
    for (int i = 0; i < N; ++i) {
        a[i] = clamp(a[i] * scale, -5, 7);
        sum += a[i] * 0.5;
    }
#pragma omp target teams distribute map(to: a) map(from: plain)
    for (int i = 0; i < N; ++i) plain[i] = a[i] * 2 + i;
    printf("teams %g %d %d %d\n", sum, a[1], a[N - 1], plain[N / 2]);
}
