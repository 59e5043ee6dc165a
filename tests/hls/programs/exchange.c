// SPDX-License-Identifier: Apache-2.0
// Threads that exchange data through an array of the region: barriers, single, master.
#include "programs.h"

#define THREADS 4

void exchange(int scale) {
    int out[THREADS], total = 0, who = -1;
#pragma omp target map(from: out) map(tofrom: total, who)
    {
        int box[THREADS];
#pragma omp parallel num_threads(THREADS)
        {
            int me = omp_get_thread_num(), n = omp_get_num_threads();
            box[me] = (me + 1) * scale;
            for (int round = 0; round < 3; ++round) {
#pragma omp barrier
                int next = box[(me + 1) % n];
#pragma omp barrier
                box[me] += next;
            }
#pragma omp barrier
            out[me] = box[me];
#pragma omp single
            for (int i = 0; i < n; ++i) total += box[i];
#pragma omp master
            who = me;
        }
    }
    printf("exchange %d %d %d %d total %d who %d\n", out[0], out[1], out[2], out[3], total, who);
}
