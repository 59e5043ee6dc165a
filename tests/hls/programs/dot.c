// SPDX-License-Identifier: Apache-2.0
// A reduction over four threads, and a critical section with a name.
#include "programs.h"

#define N 64

void dot(int scale) {
    int a[N], b[N], sum = 0, most = 0, odd = 0;
    for (int i = 0; i < N; ++i) {
        a[i] = i * scale;
        b[i] = N - i;
    }
#pragma omp target map(to: a, b) map(tofrom: sum, most, odd)
#pragma omp parallel num_threads(4)
    {
#pragma omp for reduction(+ : sum)
        for (int i = 0; i < N; ++i)
            sum += a[i] * b[i];
#pragma omp critical(most_lock)
        if (sum > most)
            most = sum;
#pragma omp for schedule(static, 3)
        for (int i = 0; i < N; ++i)
            if ((a[i] ^ b[i]) & 1) {
#pragma omp critical
                odd += b[i];
            }
    }
    printf("dot %d %d %d\n", sum, most, odd);
}
