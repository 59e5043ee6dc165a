/* SPDX-License-Identifier: Apache-2.0 */
/* The clocks of ranks on different machines: each rank asks rank 0 for the time again and again,
 * and keeps the answer that came back soonest. The true offset lies within half of that round trip.
 */
#include <stdlib.h>

#include "shim.h"

enum { MOST_ROUNDS = 400, TAG = 77 };
static const uint64_t kMostNs = 300000000u; /* for each rank */
static const uint64_t kSoon = 5000u;        /* an answer that cannot be bettered by much */

static MPI_Comm private_comm = MPI_COMM_NULL;

/* Ranks of one machine have one clock, unless a test pretends otherwise. */
static int is_one_clock(void) {
    char name[MPI_MAX_PROCESSOR_NAME] = "";
    int length = 0;
    PMPI_Get_processor_name(name, &length);
    unsigned long hash = 5381;
    for (int i = 0; i < length; ++i) hash = hash * 33 + (unsigned char)name[i];
    unsigned long mine[2] = {hash, ~hash}, least[2];
    PMPI_Allreduce(mine, least, 2, MPI_UNSIGNED_LONG, MPI_MIN, private_comm);
    return least[0] == ~least[1] && !getenv("TAPESTRY_CLOCK_SKEW");
}

/* Tells the rank that it is its turn: until then its questions would wait for those of others. */
static void answer(int rank) {
    uint64_t question = 1;
    PMPI_Send(&question, 1, MPI_UINT64_T, rank, TAG, private_comm);
    while (question) {
        PMPI_Recv(&question, 1, MPI_UINT64_T, rank, TAG, private_comm, MPI_STATUS_IGNORE);
        uint64_t now = tapestry_now_ns();
        if (question) PMPI_Send(&now, 1, MPI_UINT64_T, rank, TAG, private_comm);
    }
}

static void ask(void) {
    uint64_t best = UINT64_MAX, question = 1, there = 0;
    double here = 0, offset = 0;
    PMPI_Recv(&there, 1, MPI_UINT64_T, 0, TAG, private_comm, MPI_STATUS_IGNORE);
    const uint64_t begin = tapestry_now_ns();
    for (int round = 0;
         round < MOST_ROUNDS && tapestry_now_ns() - begin < kMostNs && (round < 50 || best > kSoon);
         ++round) {
        const uint64_t before = tapestry_now_ns();
        PMPI_Send(&question, 1, MPI_UINT64_T, 0, TAG, private_comm);
        PMPI_Recv(&there, 1, MPI_UINT64_T, 0, TAG, private_comm, MPI_STATUS_IGNORE);
        const uint64_t after = tapestry_now_ns();
        if (after - before >= best) continue;
        best = after - before;
        here = (double)before + (double)best / 2;
        offset = (double)(int64_t)(there - before) - (double)best / 2;
    }
    question = 0;
    PMPI_Send(&question, 1, MPI_UINT64_T, 0, TAG, private_comm);
    tapestry_align(here, offset, (double)best / 2 + 1);
}

void shim_align(void) {
    int rank = 0, size = 0;
    if (private_comm == MPI_COMM_NULL) PMPI_Comm_dup(MPI_COMM_WORLD, &private_comm);
    if (is_one_clock()) return;
    PMPI_Comm_rank(private_comm, &rank);
    PMPI_Comm_size(private_comm, &size);
    if (rank > 0) {
        ask();
    } else {
        for (int other = 1; other < size; ++other) answer(other);
    }
}
