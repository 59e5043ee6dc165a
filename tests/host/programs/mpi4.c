/* SPDX-License-Identifier: Apache-2.0 */
/* What MPI 4 brought: counts beyond an int, collective calls that are started again and again, and
 * a send and a receive in one request. Partitioned messages, which are not recorded, if asked. */
#include <mpi.h>
#include <stdlib.h>

#include "expect_sql.h"

#if MPI_VERSION < 4
int main(void) { return 77; }
#else
#define WORLD MPI_COMM_WORLD
#define IGNORED MPI_STATUS_IGNORE
static char out[1 << 16], in[1 << 16];
static int next, before;

static void large_counts(void) {
    MPI_Request r[2];
    for (int i = 0; i < 3; ++i)
        MPI_Sendrecv_c(out, 100 + i, MPI_INT, next, 1, in, 1000, MPI_INT, before, 1, WORLD,
                       IGNORED);
    MPI_Irecv_c(in, 50, MPI_CHAR, before, 2, WORLD, &r[0]);
    MPI_Isend_c(out, 50, MPI_CHAR, next, 2, WORLD, &r[1]);
    MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
    MPI_Allreduce_c(out, in, 7, MPI_DOUBLE, MPI_SUM, WORLD);
    MPI_Bcast_c(out, 9, MPI_INT, 0, WORLD);
}

static void started_again(void) {
    MPI_Request r;
    MPI_Allreduce_init(out, in, 5, MPI_INT, MPI_SUM, WORLD, MPI_INFO_NULL, &r);
    for (int i = 0; i < 4; ++i) {
        MPI_Start(&r);
        MPI_Wait(&r, IGNORED);
    }
    MPI_Request_free(&r);
}

static void both_at_once(void) {
    MPI_Request r;
    MPI_Isendrecv(out, 30, MPI_CHAR, next, 3, in, 30, MPI_CHAR, before, 3, WORLD, &r);
    MPI_Wait(&r, IGNORED);
    MPI_Isendrecv_replace(out, 40, MPI_CHAR, next, 4, before, 4, WORLD, &r);
    MPI_Wait(&r, IGNORED);
}

static void partitioned(void) {
    MPI_Request r[2];
    MPI_Psend_init(out, 4, 16, MPI_CHAR, next, 5, WORLD, MPI_INFO_NULL, &r[0]);
    MPI_Precv_init(in, 4, 16, MPI_CHAR, before, 5, WORLD, MPI_INFO_NULL, &r[1]);
    for (int i = 0; i < 2; ++i) MPI_Start(&r[i]);
    for (int i = 0; i < 4; ++i) MPI_Pready(i, r[0]);
    for (int i = 0; i < 2; ++i) MPI_Wait(&r[i], IGNORED);
    for (int i = 0; i < 2; ++i) MPI_Request_free(&r[i]);
}

int main(int argc, char** argv) {
    int rank = 0, size = 0;
    char path[64];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(WORLD, &rank);
    MPI_Comm_size(WORLD, &size);
    next = (rank + 1) % size;
    before = (rank + size - 1) % size;
    if (argc > 1) {
        partitioned();
        MPI_Finalize();
        return 0;
    }
    large_counts();
    started_again();
    both_at_once();
    snprintf(path, sizeof path, "rank[%d].main", rank);
    EXPECT(path, "MPI_Init", 1, 0);
    EXPECT(path, "MPI_Sendrecv_c", 3, 4 * 303);
    EXPECT(path, "MPI_Irecv_c", 1, 0);
    EXPECT(path, "MPI_Isend_c", 1, 50);
    EXPECT(path, "MPI_Waitall", 1, 0);
    EXPECT(path, "MPI_Allreduce_c", 1, 56);
    EXPECT(path, "MPI_Bcast_c", 1, rank == 0 ? 36 : 0);
    EXPECT(path, "MPI_Start", 4, 0);
    EXPECT(path, "MPI_Wait", 6, 0);
    EXPECT(path, "MPI_Isendrecv", 1, 30);
    EXPECT(path, "MPI_Isendrecv_replace", 1, 40);
    EXPECT(path, "MPI_Finalize", 1, 0);
    if (rank == 0) {
        /* of four ranks */
        ASK("24", "SELECT COUNT(*) FROM messages WHERE receive_call <> '' AND send_call <> ''");
        ASK("320", "SELECT SUM(bytes) FROM collectives WHERE call = 'MPI_Wait'");
    }
    MPI_Finalize();
    return 0;
}
#endif
