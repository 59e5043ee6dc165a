/* SPDX-License-Identifier: Apache-2.0 */
/* Marks whose value is the time that all ranks of one machine share: what the alignment of clocks
 * that a test has set apart is held against. */
#include <mpi.h>
#include <time.h>
#include <unistd.h>

#include "tapestry.h"

int main(int argc, char** argv) {
    static tapestry_mark mark = {"raw", 0, NULL, NULL, NULL, 0, 0, NULL};
    MPI_Init(&argc, &argv);
    for (int i = 0; i < 200; ++i) {
        struct timespec t;
        clock_gettime(CLOCK_MONOTONIC, &t);
        tapestry_note(&mark, (int64_t)t.tv_sec * 1000000000 + t.tv_nsec);
        usleep(1000);
    }
    MPI_Finalize();
    return 0;
}
