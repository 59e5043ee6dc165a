/* SPDX-License-Identifier: Apache-2.0 */
/* Waits in calls that wait for what was begun before, and of one-sided calls, planted: rank 1 sends
 * late, rank 2 receives late, rank 3 comes late to collectives and fences, rank 2 keeps a lock, and
 * rank 0 opens its window late. */
#include <mpi.h>
#include <unistd.h>

enum { ROUNDS = 3, LATE_US = 20000 };
static int rank;
static char big[1 << 20];

static void late_sender(void) {
    MPI_Request requests[2];
    if (rank == 1) {
        usleep(3 * LATE_US);
        MPI_Send(big, 1, MPI_CHAR, 0, 1, MPI_COMM_WORLD);
    } else if (rank == 2) {
        MPI_Send(big, 1, MPI_CHAR, 0, 1, MPI_COMM_WORLD);
    } else if (rank == 0) {
        for (int i = 0; i < 2; ++i)
            MPI_Irecv(big + i, 1, MPI_CHAR, i + 1, 1, MPI_COMM_WORLD, &requests[i]);
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    }
}

static void late_receiver(void) {
    MPI_Request request;
    if (rank == 0) {
        MPI_Issend(big, sizeof big, MPI_CHAR, 2, 2, MPI_COMM_WORLD, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else if (rank == 2) {
        usleep(3 * LATE_US);
        MPI_Recv(big, sizeof big, MPI_CHAR, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
}

static void late_collective(void) {
    MPI_Request request;
    int sum = 0;
    if (rank == 3) usleep(3 * LATE_US);
    MPI_Iallreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void late_fence(MPI_Win window) {
    int value = 1;
    MPI_Win_fence(0, window);
    if (rank == 3) usleep(3 * LATE_US);
    MPI_Put(&value, 1, MPI_INT, (rank + 1) % 4, 0, 1, MPI_INT, window);
    MPI_Win_fence(0, window);
}

static void kept_lock(MPI_Win window) {
    int value = 1;
    if (rank == 1) usleep(LATE_US);
    if (rank == 1 || rank == 2) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 3, 0, window);
        MPI_Put(&value, 1, MPI_INT, 3, 0, 1, MPI_INT, window);
        MPI_Win_flush(3, window);
        if (rank == 2) usleep(4 * LATE_US);
        MPI_Win_unlock(3, window);
    }
}

static void late_post(MPI_Win window) {
    MPI_Group world, other;
    int value = 1, peer = 1 - rank;
    if (rank > 1) return;
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, 1, &peer, &other);
    if (rank == 0) {
        usleep(3 * LATE_US);
        MPI_Win_post(other, 0, window);
        MPI_Win_wait(window);
    } else {
        MPI_Win_start(other, 0, window);
        MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, window);
        MPI_Win_complete(window);
    }
    MPI_Group_free(&other);
    MPI_Group_free(&world);
}

int main(int argc, char** argv) {
    MPI_Win window;
    int cell = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(&cell, sizeof cell, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    for (int i = 0; i < ROUNDS; ++i) {
        late_sender();
        MPI_Barrier(MPI_COMM_WORLD);
        late_receiver();
        MPI_Barrier(MPI_COMM_WORLD);
        late_collective();
        late_fence(window);
        MPI_Barrier(MPI_COMM_WORLD);
        kept_lock(window);
        MPI_Barrier(MPI_COMM_WORLD);
        late_post(window);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
