/* SPDX-License-Identifier: Apache-2.0 */
/* Recording is off from MPI_Pcontrol(0) to MPI_Pcontrol(1): calls and messages between them are not
 * there, and the time is in a state of its own. */
#include <mpi.h>
#include <unistd.h>

#include "expect_sql.h"

enum { BEFORE = 3, MEANWHILE = 5, AFTER = 2, BYTES = 8, PAUSE_US = 20000 };

static void exchange(int times, int rank, int size) {
    double give = 1, take;
    for (int i = 0; i < times; ++i)
        MPI_Sendrecv(&give, 1, MPI_DOUBLE, (rank + 1) % size, 0, &take, 1, MPI_DOUBLE,
                     (rank + size - 1) % size, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

int main(int argc, char** argv) {
    int rank = 0, size = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    exchange(BEFORE, rank, size);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Pcontrol(0);
    exchange(MEANWHILE, rank, size);
    usleep(PAUSE_US);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Pcontrol(1);
    exchange(AFTER, rank, size);
    MPI_Finalize();
    char path[64];
    snprintf(path, sizeof path, "rank[%d].main", rank);
    EXPECT(path, "MPI_Init", 1, 0);
    EXPECT(path, "MPI_Sendrecv", BEFORE + AFTER, (BEFORE + AFTER) * BYTES);
    EXPECT(path, "MPI_Barrier", 1, 0);
    EXPECT(path, "MPI_Finalize", 1, 0);
    EXPECT(path, "not_recorded", 1, 0);
    LEAST(path, "not_recorded", PAUSE_US * 1000);
    if (rank == 0) {
        char messages[16];
        snprintf(messages, sizeof messages, "%d", size * (BEFORE + AFTER));
        ASK(messages, "SELECT COUNT(*) FROM messages");
    }
    return 0;
}
