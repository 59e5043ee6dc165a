/* SPDX-License-Identifier: Apache-2.0 */
/* Collective and one-sided calls, in two halves of the world. */
#include <mpi.h>

#include "expect.h"

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    int rank, size, in_half;
    MPI_Comm half;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);
    MPI_Comm_rank(half, &in_half);
    double value = rank, sum = 0;
    for (int i = 0; i < 10; ++i) {
        MPI_Bcast(&value, 1, MPI_DOUBLE, 0, half);
        MPI_Allreduce(&value, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    }
    MPI_Win window;
    double cell = 0;
    MPI_Win_create(&cell, sizeof cell, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    MPI_Win_fence(0, window);
    MPI_Put(&value, 1, MPI_DOUBLE, (rank + 1) % size, 0, 1, MPI_DOUBLE, window);
    MPI_Win_fence(0, window);
    MPI_Win_free(&window);
    char path[64];
    snprintf(path, sizeof path, "rank[%d].main", rank);
    EXPECT(path, "MPI_Comm_split", 1, 0);
    EXPECT(path, "MPI_Bcast", 10, in_half == 0 ? 80 : 0);
    EXPECT(path, "MPI_Allreduce", 10, 80);
    EXPECT(path, "MPI_Put", 1, 8);
    EXPECT(path, "MPI_Win_fence", 2, 0);
    EXPECT(path, "MPI_Win_create", 1, 0);
    EXPECT(path, "MPI_Win_free", 1, 0);
    EXPECT(path, "MPI_Init", 1, 0);
    EXPECT(path, "MPI_Comm_free", 1, 0);
    EXPECT(path, "MPI_Finalize", 1, 0);
    MPI_Comm_free(&half);
    MPI_Finalize();
    return 0;
}
