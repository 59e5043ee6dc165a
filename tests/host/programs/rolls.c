/* SPDX-License-Identifier: Apache-2.0 */
/* More messages than a small recording holds. Every third is sent by MPI_Ssend and received by
 * MPI_Recv, the others by MPI_Send and MPI_Irecv; the first is received by what was posted first
 * and is waited for last. One rank records more than the other, so that it forgets more. */
#include <mpi.h>

enum { MESSAGES = 30000, TAG = 5 };

int main(int argc, char** argv) {
    int rank = 0, data = 0, kept = 0;
    MPI_Request first, request;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 1) MPI_Irecv(&kept, 1, MPI_INT, 0, TAG, MPI_COMM_WORLD, &first);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) MPI_Send(&data, 1, MPI_INT, 1, TAG, MPI_COMM_WORLD);
    for (int i = 0; i < MESSAGES; ++i) {
        if (rank == 0 && i % 3 == 0) MPI_Ssend(&i, 1, MPI_INT, 1, TAG, MPI_COMM_WORLD);
        if (rank == 0 && i % 3 != 0) MPI_Send(&i, 1, MPI_INT, 1, TAG, MPI_COMM_WORLD);
        if (rank == 0) MPI_Barrier(MPI_COMM_SELF);
        if (rank != 1) continue;
        if (i % 3 == 0) {
            MPI_Recv(&data, 1, MPI_INT, 0, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        } else {
            MPI_Irecv(&data, 1, MPI_INT, 0, TAG, MPI_COMM_WORLD, &request);
            MPI_Wait(&request, MPI_STATUS_IGNORE);
        }
        if (data != i) MPI_Abort(MPI_COMM_WORLD, 1);
    }
    if (rank == 1) MPI_Wait(&first, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
