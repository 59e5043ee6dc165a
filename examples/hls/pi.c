// SPDX-License-Identifier: Apache-2.0
// Pi as the sum of a series; the threads add their sums under a lock.
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

#define DTYPE float
#define BS_compute 4
typedef DTYPE VECTOR __attribute__((vector_size(BS_compute * sizeof(DTYPE))));

DTYPE pi(int steps, int threads) {
    DTYPE final_sum = 0.0;
    DTYPE step = 1.0 / (DTYPE)steps;
#pragma omp target parallel map(to : step) map(tofrom : final_sum) num_threads(threads)
    {
        int step_per_thread = steps / omp_get_num_threads();
        int start_i = omp_get_thread_num() * step_per_thread;
        VECTOR sum = {0.0f};
        DTYPE local_step = step;
        for (int i = 0; i < step_per_thread; i += BS_compute) {
#pragma unroll BS_compute
            for (int j = 0; j < BS_compute; j++) {
                DTYPE x = ((DTYPE)(i + start_i + j) + 0.5f) * local_step;
                sum[j] += 4.0f / (1.0f + x * x);
            }
        }
#pragma omp critical
        for (int i = 0; i < BS_compute; i++) {
            final_sum += sum[i];
        }
    }
    return final_sum * step;
}

int main(int argc, char **argv) {
    const int steps = argc > 1 ? atoi(argv[1]) : 4096;
    const DTYPE sum = pi(steps, 8);
    printf("pi is about %.5f\n", sum);
    return sum < 3.12 || sum > 3.16;  // single precision: millions of steps round a lot away
}
