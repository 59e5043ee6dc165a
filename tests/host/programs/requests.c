/* SPDX-License-Identifier: Apache-2.0 */
/* Calls that return at once and those that wait for them, matched probes, persistent requests,
 * windows, and a communicator that is freed while a receive of it is open. */
#include <mpi.h>
#include <string.h>
#include <unistd.h>

#include "expect.h"

enum { MOST = 64, MOST_RANKS = 256, ROOM = 4096 };
static const char* names[MOST];
static unsigned long long calls[MOST], moved[MOST];
static int used, rank, size, left, right;
static char out[ROOM], in[ROOM];

static int place_of(const char* name) {
    for (int i = 0; i < used; ++i)
        if (!strcmp(names[i], name)) return i;
    names[used] = name;
    return used++;
}
/* Calls `function` and counts it, with the bytes that this rank gives or, receiving, gets. */
#define COUNTED(function, bytes)                                                              \
    (++calls[place_of(#function)], moved[place_of(#function)] += (unsigned long long)(bytes), \
     function)

static void exchange(int round) {
    MPI_Request r[2];
    MPI_Status status;
    int flag = 0, index;
    COUNTED(MPI_Irecv, 0)(in, ROOM, MPI_CHAR, left, 1, MPI_COMM_WORLD, &r[0]);
    COUNTED(MPI_Isend, round * 10)(out, round * 10, MPI_CHAR, right, 1, MPI_COMM_WORLD, &r[1]);
    if (round % 3 == 0) {
        COUNTED(MPI_Waitall, 0)(2, r, MPI_STATUSES_IGNORE);
    } else if (round % 3 == 1) {
        COUNTED(MPI_Wait, 0)(&r[0], &status);
        COUNTED(MPI_Wait, 0)(&r[1], MPI_STATUS_IGNORE);
    } else {
        while (!flag && usleep(100) == 0) COUNTED(MPI_Test, 0)(&r[0], &flag, &status);
        COUNTED(MPI_Waitany, 0)(2, r, &index, &status);
    }
}

/* Rank 0 takes what comes, from whomever it comes. */
static void gather_by_probe(void) {
    if (rank != 0) {
        COUNTED(MPI_Send, rank)(out, rank, MPI_CHAR, 0, 3, MPI_COMM_WORLD);
        COUNTED(MPI_Send, 7)(out, 7, MPI_CHAR, 0, 9, MPI_COMM_WORLD);
    }
    for (int i = 1; rank == 0 && i < size; ++i) {
        MPI_Message message;
        MPI_Request request;
        MPI_Status status;
        int count = 0;
        COUNTED(MPI_Mprobe, 0)(MPI_ANY_SOURCE, 3, MPI_COMM_WORLD, &message, &status);
        MPI_Get_count(&status, MPI_CHAR, &count);
        if (i == 1) {
            COUNTED(MPI_Imrecv, 0)(in, count, MPI_CHAR, &message, &request);
            COUNTED(MPI_Wait, 0)(&request, &status);
        } else {
            COUNTED(MPI_Mrecv, count)(in, count, MPI_CHAR, &message, &status);
        }
    }
    for (int i = 1; rank == 0 && i < size; ++i) {
        MPI_Status status;
        int flag = 0;
        while (!flag && usleep(100) == 0) COUNTED(MPI_Iprobe, 0)(MPI_ANY_SOURCE, 9, MPI_COMM_WORLD, &flag, &status);
        COUNTED(MPI_Recv, 7)
        (in, 7, MPI_CHAR, status.MPI_SOURCE, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
}

static void persistent(void) {
    MPI_Request r[2];
    MPI_Recv_init(in, ROOM, MPI_CHAR, left, 5, MPI_COMM_WORLD, &r[0]);
    MPI_Send_init(out, 33, MPI_CHAR, right, 5, MPI_COMM_WORLD, &r[1]);
    for (int i = 0; i < 4; ++i) {
        COUNTED(MPI_Startall, 0)(2, r);
        COUNTED(MPI_Waitall, 0)(2, r, MPI_STATUSES_IGNORE);
    }
    for (int i = 0; i < 2; ++i) MPI_Request_free(&r[i]);
}

static void begun_collectives(MPI_Comm comm) {
    MPI_Request request;
    double mine = rank, all[MOST_RANKS];
    int counts[MOST_RANKS], at[MOST_RANKS], flag = 0;
    if (size > MOST_RANKS) MPI_Abort(MPI_COMM_WORLD, 2);
    for (int i = 0; i < size; ++i) counts[i] = 1, at[i] = i;
    COUNTED(MPI_Iallreduce, 8)(&mine, all, 1, MPI_DOUBLE, MPI_SUM, comm, &request);
    COUNTED(MPI_Wait, 0)(&request, MPI_STATUS_IGNORE);
    COUNTED(MPI_Iallgatherv, 8)(&mine, 1, MPI_DOUBLE, all, counts, at, MPI_DOUBLE, comm, &request);
    COUNTED(MPI_Wait, 0)(&request, MPI_STATUS_IGNORE);
    COUNTED(MPI_Ibarrier, 0)(comm, &request);
    while (!flag && usleep(100) == 0) COUNTED(MPI_Test, 0)(&request, &flag, MPI_STATUS_IGNORE);
}

static void freed_communicator(void) {
    MPI_Comm own;
    MPI_Request request;
    COUNTED(MPI_Comm_dup, 0)(MPI_COMM_WORLD, &own);
    COUNTED(MPI_Irecv, 0)(in, ROOM, MPI_CHAR, left, 6, own, &request);
    COUNTED(MPI_Send, 11)(out, 11, MPI_CHAR, right, 6, own);
    COUNTED(MPI_Comm_free, 0)(&own);
    COUNTED(MPI_Wait, 0)(&request, MPI_STATUS_IGNORE);
}

static void one_sided(void) {
    MPI_Win window;
    double* cells;
    double mine = rank, got[2];
    COUNTED(MPI_Win_allocate, 0)(32, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &window);
    COUNTED(MPI_Win_fence, 0)(0, window);
    COUNTED(MPI_Put, 8)(&mine, 1, MPI_DOUBLE, right, 0, 1, MPI_DOUBLE, window);
    COUNTED(MPI_Win_fence, 0)(0, window);
    COUNTED(MPI_Get, 16)(got, 2, MPI_DOUBLE, left, 0, 2, MPI_DOUBLE, window);
    COUNTED(MPI_Win_fence, 0)(0, window);
    for (int i = 0; i < 3; ++i) {
        COUNTED(MPI_Win_lock, 0)(MPI_LOCK_EXCLUSIVE, 0, 0, window);
        COUNTED(MPI_Accumulate, 8)(&mine, 1, MPI_DOUBLE, 0, 1, 1, MPI_DOUBLE, MPI_SUM, window);
        COUNTED(MPI_Win_flush, 0)(0, window);
        COUNTED(MPI_Win_unlock, 0)(0, window);
    }
    COUNTED(MPI_Win_free, 0)(&window);
}

int main(int argc, char** argv) {
    MPI_Comm line;
    char path[40];
    const int periods[1] = {1};
    COUNTED(MPI_Init, 0)(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    left = (rank + size - 1) % size, right = (rank + 1) % size;
    for (int round = 0; round < 10; ++round) exchange(round);
    gather_by_probe();
    persistent();
    COUNTED(MPI_Cart_create, 0)(MPI_COMM_WORLD, 1, &size, periods, 0, &line);
    begun_collectives(line);
    COUNTED(MPI_Sendrecv, 16)
    (out, 16, MPI_CHAR, right, 4, in, 16, MPI_CHAR, left, 4, line, MPI_STATUS_IGNORE);
    freed_communicator();
    one_sided();
    snprintf(path, sizeof path, "rank[%d].main", rank);
    for (int i = 0; i < used; ++i) EXPECT(path, names[i], calls[i], moved[i]);
    EXPECT(path, "MPI_Finalize", 1, 0);
    MPI_Finalize();
    return 0;
}
