// SPDX-License-Identifier: Apache-2.0
// Atomic updates by four threads, a table of constants, bytes.
#include "programs.h"

#define N 100

static const unsigned char class_of[8] = {3, 1, 4, 1, 5, 2, 6, 0};

void histogram(int scale) {
    unsigned char data[N];
    unsigned bins[8] = {0};
    int last = 0;
    for (int i = 0; i < N; ++i) data[i] = (unsigned char)(i * 37 * scale + i / 3);
#pragma omp target parallel for num_threads(4) map(to: data) map(tofrom: bins, last)
    for (int i = 0; i < N; ++i) {
        if (data[i] == 7) continue;
#pragma omp atomic
        bins[class_of[data[i] >> 5]] += 1;
        if (i == N - 1) last = data[i];
    }
    printf("histogram");
    for (int i = 0; i < 8; ++i) printf(" %u", bins[i]);
    printf(" last %d\n", last);
}
