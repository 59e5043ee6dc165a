/* SPDX-License-Identifier: Apache-2.0 */
/* Messages around a ring, in every way; the program counts calls and bytes itself. */
#include <mpi.h>
#include <stdlib.h>
#include <unistd.h>

#include "expect.h"

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const int next = (rank + 1) % size, before = (rank + size - 1) % size;
    double out[16] = {0}, in[16];
    char path[64];
    snprintf(path, sizeof path, "rank[%d].main", rank);
    for (int i = 0; i < 20; ++i) {
        MPI_Request requests[2];
        if (rank == 1) usleep(2000); /* all others wait for it */
        MPI_Irecv(in, 16, MPI_DOUBLE, before, 1, MPI_COMM_WORLD, &requests[0]);
        MPI_Isend(out, 16, MPI_DOUBLE, next, 1, MPI_COMM_WORLD, &requests[1]);
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
        if (rank % 2) {
            MPI_Send(out, i % 16, MPI_DOUBLE, next, 2, MPI_COMM_WORLD);
            MPI_Recv(in, 16, MPI_DOUBLE, before, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        } else {
            MPI_Recv(in, 16, MPI_DOUBLE, MPI_ANY_SOURCE, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            MPI_Send(out, i % 16, MPI_DOUBLE, next, 2, MPI_COMM_WORLD);
        }
        MPI_Barrier(MPI_COMM_WORLD);
    }
    unsigned long long sent = 0;
    for (int i = 0; i < 20; ++i) sent += 8ull * (unsigned)(i % 16);
    EXPECT(path, "MPI_Irecv", 20, 0);
    EXPECT(path, "MPI_Isend", 20, 20 * 128);
    EXPECT(path, "MPI_Waitall", 20, 0);
    EXPECT(path, "MPI_Send", 20, sent);
    EXPECT(path, "MPI_Recv", 20, sent);
    EXPECT(path, "MPI_Barrier", 20, 0);
    EXPECT(path, "MPI_Init", 1, 0);
    EXPECT(path, "MPI_Finalize", 1, 0);
    MPI_Finalize();
    return 0;
}
