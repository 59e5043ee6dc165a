/* SPDX-License-Identifier: Apache-2.0 */
/* One of four ranks is killed in the middle of its messages; the others never hear of it. */
#include <mpi.h>
#include <signal.h>
#include <unistd.h>

int main(int argc, char** argv) {
    int rank = 0, token = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < 25; ++i) MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 2) {
        MPI_Send(&token, 1, MPI_INT, 1, 0, MPI_COMM_WORLD); /* nobody receives it */
        raise(SIGKILL);
    }
    sleep(1);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
