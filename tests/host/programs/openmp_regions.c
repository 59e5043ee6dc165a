/* SPDX-License-Identifier: Apache-2.0 */
/* Two threads of a team: the second is late at each of three barriers, and the first runs all tasks or none. */
#include <omp.h>
#include <stdio.h>
#include <unistd.h>

int main(void) {
    double arrived[2];
    for (int i = 0; i < 3; ++i) {
#pragma omp parallel num_threads(2)
        {
            if (omp_get_thread_num() == 1) usleep(60000);
            arrived[omp_get_thread_num()] = omp_get_wtime();
#pragma omp barrier
            if (omp_get_thread_num() == 0) printf("WAIT %.0f\n", 1e9 * (arrived[1] - arrived[0]));
#pragma omp critical
            usleep(100);
        }
        usleep(20000);
    }
#pragma omp parallel num_threads(2)
#pragma omp single
    for (int i = 0; i < 8; ++i) {
#pragma omp task
        usleep(2000);
    }
    usleep(50000);
    return 0;
}
