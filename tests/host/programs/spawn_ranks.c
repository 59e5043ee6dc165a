/* SPDX-License-Identifier: Apache-2.0 */
/* Two ranks start two more of the same program, which are a world of their own. */
#include <mpi.h>

int main(int argc, char** argv) {
    int rank = 0, other = 0;
    MPI_Comm parent, children;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_get_parent(&parent);
    if (parent == MPI_COMM_NULL) {
        MPI_Comm_spawn(argv[0], MPI_ARGV_NULL, 2, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &children,
                       MPI_ERRCODES_IGNORE);
        parent = children;
    }
    for (int i = 0; i < 3; ++i)
        MPI_Sendrecv(&rank, 1, MPI_INT, 1 - rank, 1, &other, 1, MPI_INT, 1 - rank, 1,
                     MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Comm_disconnect(&parent);
    MPI_Finalize();
    return other != 1 - rank;
}
