// SPDX-License-Identifier: Apache-2.0
// Code of a region around its parallel parts, and two parallel parts in one region.
#include "programs.h"

#define N 24

void serial(int scale) {
    int a[N], b[N], sums[3] = {0, 0, 0};
    for (int i = 0; i < N; ++i) a[i] = i * i - 20 * scale;
#pragma omp target map(to: a) map(from: b) map(tofrom: sums)
    {
        int factor = a[2] * a[3], sum = 0, local[4] = {1, 2, 3, 4};
        sums[0] = factor;
        sums[0] += 2;
#pragma omp parallel for num_threads(4) reduction(+ : sum) firstprivate(factor)
        for (int i = 0; i < N; ++i) {
            b[i] = a[i] * factor + sums[0] + local[i & 3];
            sum += b[i];
        }
        sums[1] = sum;
        for (int i = 0; i < 4; ++i) local[i] += sum & 7;
#pragma omp parallel num_threads(4)
        {
            int mine = 0;
#pragma omp for nowait
            for (int i = 0; i < N; ++i) mine += b[i] & local[i & 3];
#pragma omp critical
            sums[2] += mine;
        }
        sums[0] += omp_get_num_threads();
    }
    printf("serial %d %d %d %d %d\n", sums[0], sums[1], sums[2], b[0], b[N - 1]);
}
