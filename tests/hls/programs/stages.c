// SPDX-License-Identifier: Apache-2.0
// Two regions that are called many times on data that stays on the device.
#include "programs.h"

#define N 20

static void smooth(const short *from, short *to, int n) {
#pragma omp target map(to: from[0:n]) map(from: to[0:n])
#pragma omp parallel for num_threads(2)
    for (int i = 0; i < n; ++i) {
        int left = i > 0 ? from[i - 1] : from[i], right = i + 1 < n ? from[i + 1] : from[i];
        to[i] = (short)((left + 2 * from[i] + right) / 4);
    }
}

void stages(int scale) {
    short a[N], b[N];
    long long energy = 0;
    for (int i = 0; i < N; ++i) a[i] = (short)((i % 5) * 100 * scale);
#pragma omp target data map(tofrom: a) map(alloc: b)
    for (int round = 0; round < 5; ++round) {
        smooth(a, b, N);
        smooth(b, a, N);
#pragma omp target map(tofrom: energy)
        for (int i = 0; i < N; ++i) energy += (long long)a[i] * a[i];
#pragma omp target update from(a)
        printf("stages %d: %d %d %lld\n", round, a[3], a[N - 1], energy);
    }
}
