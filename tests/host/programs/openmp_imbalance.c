/* SPDX-License-Identifier: Apache-2.0 */
/* A team of three of which the last has far more to do in every region, and a part between the
 * regions that the first does alone. */
#include <omp.h>
#include <stdio.h>

static void compute(double seconds) {
    const double until = omp_get_wtime() + seconds;
    while (omp_get_wtime() < until) continue;
}

int main(void) {
    double alone = 0, waited = 0;
    for (int i = 0; i < 8; ++i) {
        double arrived[3];
        const double begin = omp_get_wtime();
        compute(0.004);
        if (i > 0) alone += omp_get_wtime() - begin;
#pragma omp parallel num_threads(3)
        {
            compute(omp_get_thread_num() == 2 ? 0.03 : 0.001);
            arrived[omp_get_thread_num()] = omp_get_wtime();
#pragma omp barrier
        }
        if (arrived[2] > arrived[0]) waited += arrived[2] - arrived[0];
    }
    printf("WAIT %.0f %.0f\n", 1e9 * alone, 1e9 * waited);
    return 0;
}
