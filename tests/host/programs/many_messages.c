/* SPDX-License-Identifier: Apache-2.0 */
/* many_messages N: rank 0 sends N messages of four bytes to rank 1, on seven lines. */
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    const long count = argc > 1 ? atol(argv[1]) : 1000;
    int rank = 0, value = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (long i = 0; i < count; ++i) {
        const int tag = (int)(i % 7);
        if (rank == 0) MPI_Send(&value, 1, MPI_INT, 1, tag, MPI_COMM_WORLD);
        if (rank == 1) MPI_Recv(&value, 1, MPI_INT, 0, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (i % 1000 == 999) MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
