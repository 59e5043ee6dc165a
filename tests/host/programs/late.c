/* SPDX-License-Identifier: Apache-2.0 */
/* Every pattern of waiting, planted: rank 1 sends late, rank 2 receives late, rank 3 comes late to
 * barriers and reductions. */
#include <mpi.h>
#include <unistd.h>

enum { ROUNDS = 5, LATE_US = 20000 };

int main(int argc, char** argv) {
    int rank = 0, sum = 0;
    static char big[1 << 20];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < ROUNDS; ++i) {
        if (rank == 1) {
            usleep(LATE_US);
            MPI_Send(big, 1, MPI_CHAR, 0, 1, MPI_COMM_WORLD);
        }
        if (rank == 0) MPI_Recv(big, 1, MPI_CHAR, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (rank == 0) MPI_Ssend(big, sizeof big, MPI_CHAR, 2, 2, MPI_COMM_WORLD);
        if (rank == 2) {
            usleep(3 * LATE_US);
            MPI_Recv(big, sizeof big, MPI_CHAR, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        }
        if (rank == 3) usleep(6 * LATE_US);
        MPI_Barrier(MPI_COMM_WORLD);
        if (rank == 3) usleep(LATE_US);
        MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
