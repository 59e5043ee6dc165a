/* SPDX-License-Identifier: Apache-2.0 */
/* Small programs, one for each number: mpi_cases N. What they call is the same in every run, so
 * that pmpi_counter.c can count it in another run than the recorded one. */
#include <mpi.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define WORLD MPI_COMM_WORLD
#define IGNORED MPI_STATUS_IGNORE
enum { ROOM = 1 << 16 };
static int rank, size, next, before;
static char out[ROOM], in[ROOM];
static int counts[64], places[64];

static void ring_of_sends(void) {
    for (int i = 0; i < 7; ++i) {
        if (rank % 2) MPI_Recv(in, ROOM, MPI_CHAR, before, i, WORLD, IGNORED);
        MPI_Send(out, 10 * i, MPI_CHAR, next, i, WORLD);
        if (rank % 2 == 0) MPI_Recv(in, ROOM, MPI_CHAR, before, i, WORLD, IGNORED);
    }
}
static void ring_of_synchronous_sends(void) {
    for (int i = 0; i < 5; ++i) {
        if (rank % 2) MPI_Recv(in, ROOM / 4, MPI_INT, before, 1, WORLD, IGNORED);
        MPI_Ssend(out, 100 + i, MPI_INT, next, 1, WORLD);
        if (rank % 2 == 0) MPI_Recv(in, ROOM / 4, MPI_INT, before, 1, WORLD, IGNORED);
    }
}
static void buffered_sends(void) {
    static char room[4 * ROOM];
    void* taken;
    int length = 0;
    MPI_Buffer_attach(room, sizeof room);
    for (int i = 0; i < 3; ++i) MPI_Bsend(out, 64 << i, MPI_BYTE, next, 2, WORLD);
    for (int i = 0; i < 3; ++i) MPI_Recv(in, ROOM, MPI_BYTE, before, 2, WORLD, IGNORED);
    MPI_Buffer_detach(&taken, &length);
}
static void ready_sends(void) {
    MPI_Request r;
    MPI_Irecv(in, ROOM, MPI_CHAR, before, 3, WORLD, &r);
    MPI_Barrier(WORLD);
    MPI_Rsend(out, 77, MPI_CHAR, next, 3, WORLD);
    MPI_Wait(&r, IGNORED);
}
static void waits_for_all(void) {
    MPI_Request r[8];
    for (int i = 0; i < 4; ++i) MPI_Irecv(in + 999 * i, 999, MPI_CHAR, before, i, WORLD, &r[i]);
    for (int i = 0; i < 4; ++i) MPI_Isend(out, 100 * i, MPI_CHAR, next, i, WORLD, &r[4 + i]);
    MPI_Waitall(8, r, MPI_STATUSES_IGNORE);
}
static void waits_for_any(void) {
    MPI_Request r[2];
    int index = 0;
    MPI_Irecv(in, 999, MPI_CHAR, before, 4, WORLD, &r[0]);
    MPI_Issend(out, 321, MPI_CHAR, next, 4, WORLD, &r[1]);
    for (int i = 0; i < 2; ++i) MPI_Waitany(2, r, &index, IGNORED);
}
static void waits_one_by_one(void) {
    MPI_Request r[2];
    MPI_Irecv(in, 999, MPI_CHAR, before, 4, WORLD, &r[0]);
    MPI_Ibsend(out, 0, MPI_CHAR, MPI_PROC_NULL, 4, WORLD, &r[1]);
    MPI_Wait(&r[1], IGNORED);
    MPI_Isend(out, 5, MPI_CHAR, next, 4, WORLD, &r[1]);
    for (int i = 0; i < 2; ++i) MPI_Wait(&r[i], IGNORED);
}
static void exchanges(void) {
    for (int i = 0; i < 6; ++i)
        MPI_Sendrecv(out, 11 * i, MPI_SHORT, next, 5, in, ROOM / 2, MPI_SHORT, before, 5, WORLD,
                     IGNORED);
}
static void exchanges_in_place(void) {
    for (int i = 1; i < 4; ++i)
        MPI_Sendrecv_replace(out, 9 * i, MPI_DOUBLE, next, 6, before, 6, WORLD, IGNORED);
}
static void persistent(void) {
    MPI_Request r[2];
    MPI_Recv_init(in, ROOM, MPI_CHAR, before, 7, WORLD, &r[0]);
    MPI_Send_init(out, 55, MPI_CHAR, next, 7, WORLD, &r[1]);
    for (int i = 0; i < 5; ++i) {
        MPI_Startall(2, r);
        MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
    }
    MPI_Start(&r[1]);
    MPI_Wait(&r[1], IGNORED);
    MPI_Start(&r[0]);
    MPI_Wait(&r[0], IGNORED);
    for (int i = 0; i < 2; ++i) MPI_Request_free(&r[i]);
}
static void probes(void) {
    MPI_Status status;
    int count = 0;
    if (rank == 0)
        for (int i = 1; i < size; ++i) {
            MPI_Probe(MPI_ANY_SOURCE, MPI_ANY_TAG, WORLD, &status);
            MPI_Get_count(&status, MPI_CHAR, &count);
            MPI_Recv(in, count, MPI_CHAR, status.MPI_SOURCE, status.MPI_TAG, WORLD, IGNORED);
        }
    else
        MPI_Send(out, 100 * rank, MPI_CHAR, 0, rank, WORLD);
}
static void matched_probes(void) {
    MPI_Message message;
    MPI_Request r;
    MPI_Isend(out, 70 + rank, MPI_CHAR, next, 8, WORLD, &r);
    MPI_Mprobe(before, 8, WORLD, &message, IGNORED);
    MPI_Mrecv(in, ROOM, MPI_CHAR, &message, IGNORED);
    MPI_Wait(&r, IGNORED);
}
static void from_a_root(void) {
    for (int i = 0; i < size; ++i) MPI_Bcast(out, 100, MPI_INT, i, WORLD);
    MPI_Scatter(out, 20, MPI_INT, in, 20, MPI_INT, 1, WORLD);
    MPI_Scatterv(out, counts, places, MPI_CHAR, in, counts[rank], MPI_CHAR, 0, WORLD);
}
static void to_a_root(void) {
    MPI_Reduce(out, in, 33, MPI_DOUBLE, MPI_SUM, 2, WORLD);
    MPI_Gather(out, 12, MPI_CHAR, in, 12, MPI_CHAR, 0, WORLD);
    MPI_Gatherv(out, counts[rank], MPI_CHAR, in, counts, places, MPI_CHAR, 1, WORLD);
}
static void to_all(void) {
    MPI_Allreduce(out, in, 9, MPI_FLOAT, MPI_MAX, WORLD);
    MPI_Allgather(out, 6, MPI_INT, in, 6, MPI_INT, WORLD);
    MPI_Allgatherv(out, counts[rank], MPI_CHAR, in, counts, places, MPI_CHAR, WORLD);
    MPI_Barrier(WORLD);
}
static void all_to_all(void) {
    MPI_Alltoall(out, 8, MPI_CHAR, in, 8, MPI_CHAR, WORLD);
    for (int i = 0; i < 3; ++i) MPI_Alltoall(out, 2, MPI_DOUBLE, in, 2, MPI_DOUBLE, WORLD);
}
static void prefixes(void) {
    MPI_Scan(out, in, 4, MPI_INT, MPI_SUM, WORLD);
    MPI_Exscan(out, in, 5, MPI_INT, MPI_SUM, WORLD);
    MPI_Reduce_scatter_block(out, in, 6, MPI_INT, MPI_SUM, WORLD);
}
static void in_place(void) {
    MPI_Allreduce(MPI_IN_PLACE, in, 9, MPI_INT, MPI_SUM, WORLD);
    MPI_Allgather(MPI_IN_PLACE, 0, MPI_INT, in, 3, MPI_INT, WORLD);
}
static void begun(void) {
    MPI_Request r[4];
    MPI_Ibarrier(WORLD, &r[0]);
    MPI_Ibcast(out, 40, MPI_CHAR, 3, WORLD, &r[1]);
    MPI_Iallreduce(out, in, 5, MPI_INT, MPI_SUM, WORLD, &r[2]);
    MPI_Ireduce(out + 512, in + 512, 7, MPI_INT, MPI_SUM, 0, WORLD, &r[3]);
    MPI_Waitall(4, r, MPI_STATUSES_IGNORE);
}
static void halves(void) {
    MPI_Comm half;
    int in_half = 0, of_half = 0;
    MPI_Comm_split(WORLD, rank % 2, -rank, &half);
    MPI_Comm_rank(half, &in_half);
    MPI_Comm_size(half, &of_half);
    for (int i = 0; i < 3; ++i)
        MPI_Sendrecv(out, 30, MPI_CHAR, (in_half + 1) % of_half, 9, in, 30, MPI_CHAR,
                     (in_half + of_half - 1) % of_half, 9, half, IGNORED);
    MPI_Allreduce(out, in, 3, MPI_INT, MPI_SUM, half);
    MPI_Comm_free(&half);
}
static void copies(void) {
    MPI_Comm copy[3];
    for (int i = 0; i < 3; ++i) MPI_Comm_dup(WORLD, &copy[i]);
    for (int i = 2; i >= 0; --i)
        MPI_Sendrecv(out, 4 + i, MPI_CHAR, next, 1, in, 9, MPI_CHAR, before, 1, copy[i], IGNORED);
    for (int i = 0; i < 3; ++i) MPI_Comm_free(&copy[i]);
}
static void between_groups(void) {
    MPI_Comm half, both;
    const int is_odd = rank % 2;
    int in_half = 0;
    MPI_Comm_split(WORLD, is_odd, rank, &half);
    MPI_Comm_rank(half, &in_half);
    MPI_Intercomm_create(half, 0, WORLD, 1 - is_odd, 10, &both);
    MPI_Sendrecv(out, 25, MPI_CHAR, in_half, 1, in, 25, MPI_CHAR, in_half, 1, both, IGNORED);
    MPI_Comm_free(&both);
    MPI_Comm_free(&half);
}
static void types(void) {
    MPI_Datatype column, pair;
    const int lengths[2] = {1, 3};
    const MPI_Aint at[2] = {0, 8};
    const MPI_Datatype of[2] = {MPI_DOUBLE, MPI_CHAR};
    MPI_Type_vector(5, 1, 10, MPI_DOUBLE, &column);
    MPI_Type_create_struct(2, lengths, at, of, &pair);
    MPI_Type_commit(&column);
    MPI_Type_commit(&pair);
    MPI_Sendrecv(out, 2, column, next, 1, in, 10, MPI_DOUBLE, before, 1, WORLD, IGNORED);
    MPI_Sendrecv(out, 7, pair, next, 2, in, 7, pair, before, 2, WORLD, IGNORED);
    MPI_Type_free(&column);
    MPI_Type_free(&pair);
}
static void puts_and_gets(void) {
    MPI_Win window;
    MPI_Win_create(in, ROOM, 1, MPI_INFO_NULL, WORLD, &window);
    MPI_Win_fence(0, window);
    MPI_Put(out, 64, MPI_CHAR, next, 0, 64, MPI_CHAR, window);
    MPI_Win_fence(0, window);
    MPI_Get(out, 16, MPI_INT, before, 0, 16, MPI_INT, window);
    MPI_Accumulate(out, 3, MPI_INT, next, 128, 3, MPI_INT, MPI_SUM, window);
    MPI_Win_fence(0, window);
    MPI_Win_free(&window);
}
static void locks(void) {
    MPI_Win window;
    MPI_Win_create(in, ROOM, 1, MPI_INFO_NULL, WORLD, &window);
    for (int i = 0; i < 3; ++i) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, window);
        MPI_Put(out, 32, MPI_CHAR, 0, 64 * (MPI_Aint)rank, 32, MPI_CHAR, window);
        MPI_Win_unlock(0, window);
    }
    MPI_Win_free(&window);
}
static void neighbours(void) {
    MPI_Comm grid;
    const int sizes[1] = {size}, periods[1] = {1};
    MPI_Cart_create(WORLD, 1, sizes, periods, 0, &grid);
    MPI_Neighbor_allgather(out, 10, MPI_CHAR, in, 10, MPI_CHAR, grid);
    MPI_Neighbor_alltoall(out, 20, MPI_CHAR, in, 20, MPI_CHAR, grid);
    MPI_Comm_free(&grid);
}
static void nobody(void) {
    for (int i = 0; i < 4; ++i) {
        MPI_Send(out, 100, MPI_CHAR, MPI_PROC_NULL, 1, WORLD);
        MPI_Recv(in, 100, MPI_CHAR, MPI_PROC_NULL, 1, WORLD, IGNORED);
    }
    MPI_Sendrecv(out, 0, MPI_CHAR, next, 1, in, 0, MPI_CHAR, before, 1, WORLD, IGNORED);
}
static void to_itself(void) {
    MPI_Request r;
    MPI_Irecv(in, 50, MPI_CHAR, rank, 1, WORLD, &r);
    MPI_Send(out, 50, MPI_CHAR, rank, 1, WORLD);
    MPI_Wait(&r, IGNORED);
}
static void file(void) {
    char name[] = "/tmp/tapestry_cases_XXXXXX";
    MPI_File opened;
    if (rank == 0) close(mkstemp(name));
    MPI_Bcast(name, sizeof name, MPI_CHAR, 0, WORLD);
    MPI_File_open(WORLD, name, MPI_MODE_RDWR, MPI_INFO_NULL, &opened);
    MPI_File_write_at(opened, 100 * rank, out, 100, MPI_CHAR, IGNORED);
    MPI_File_sync(opened);
    MPI_Barrier(WORLD);
    MPI_File_read_at_all(opened, 100 * next, in, 50, MPI_SHORT, IGNORED);
    MPI_File_close(&opened);
    if (rank == 0) unlink(name);
}
static void more_than_was_sent(void) {
    if (rank % 2 == 0) MPI_Send(out, 3, MPI_INT, next, 1, WORLD);
    if (rank % 2 == 1) MPI_Recv(in, 1000, MPI_INT, before, 1, WORLD, IGNORED);
}

/* Three pieces of work for each rank but the first, which takes results from whoever has one. */
static void dealt(void) {
    int task = rank, given[64] = {0};
    MPI_Status status;
    for (int i = 0; rank > 0 && i < 3; ++i) {
        MPI_Recv(&task, 1, MPI_INT, 0, MPI_ANY_TAG, WORLD, &status);
        MPI_Send(out, 10 * task, MPI_CHAR, 0, status.MPI_TAG, WORLD);
    }
    if (rank > 0) return;
    for (task = 1; task < size; ++task) MPI_Send(&task, 1, MPI_INT, task, 20 + task, WORLD);
    for (int i = 0; i < 3 * (size - 1); ++i) {
        MPI_Recv(in, ROOM, MPI_CHAR, MPI_ANY_SOURCE, MPI_ANY_TAG, WORLD, &status);
        task = status.MPI_SOURCE;
        if (++given[task] < 3) MPI_Send(&task, 1, MPI_INT, task, 20 + task, WORLD);
    }
}
/* The edges of a part of a plane: rows as a part of an array, columns with gaps. */
static void edges_of_a_plane(void) {
    enum { SIDE = 14, WHOLE = SIDE + 2 };
    double(*plane)[WHOLE] = (double(*)[WHOLE])in;
    int sizes[2] = {0, 0}, up, down, left, right;
    const int periods[2] = {1, 0}, whole[2] = {WHOLE, WHOLE}, part[2] = {1, SIDE}, at[2] = {1, 1};
    MPI_Comm grid;
    MPI_Datatype column, row;
    MPI_Request r[8];
    MPI_Dims_create(size, 2, sizes);
    MPI_Cart_create(WORLD, 2, sizes, periods, 0, &grid);
    MPI_Cart_shift(grid, 0, 1, &up, &down);
    MPI_Cart_shift(grid, 1, 1, &left, &right);
    MPI_Type_vector(SIDE, 1, WHOLE, MPI_DOUBLE, &column);
    MPI_Type_create_subarray(2, whole, part, at, MPI_ORDER_C, MPI_DOUBLE, &row);
    MPI_Type_commit(&column);
    MPI_Type_commit(&row);
    for (int i = 0; i < 4; ++i) {
        MPI_Irecv(&plane[0][1], SIDE, MPI_DOUBLE, up, 0, grid, &r[0]);
        MPI_Irecv(&plane[SIDE + 1][1], SIDE, MPI_DOUBLE, down, 1, grid, &r[1]);
        MPI_Irecv(&plane[1][0], 1, column, left, 2, grid, &r[2]);
        MPI_Irecv(&plane[1][SIDE + 1], 1, column, right, 3, grid, &r[3]);
        MPI_Isend(out, 1, row, down, 0, grid, &r[4]);
        MPI_Isend(out, SIDE, MPI_DOUBLE, up, 1, grid, &r[5]);
        MPI_Issend(out, 1, column, right, 2, grid, &r[6]);
        MPI_Isend(out, 1, column, left, 3, grid, &r[7]);
        MPI_Waitall(8, r, MPI_STATUSES_IGNORE);
    }
    MPI_Type_free(&column);
    MPI_Type_free(&row);
    MPI_Comm_free(&grid);
}
/* Each rank gives as many to each as that takes. */
static void shares(void) {
    int own[64], types_at[64], pairs[64];
    MPI_Datatype of[64];
    for (int i = 0; i < size; ++i) {
        own[i] = counts[rank];
        types_at[i] = 100 * i;
        pairs[i] = 2;
        of[i] = MPI_INT;
    }
    MPI_Alltoallv(out, counts, places, MPI_CHAR, in, own, places, MPI_CHAR, WORLD);
    MPI_Alltoallw(out, pairs, types_at, of, in, pairs, types_at, of, WORLD);
    MPI_Reduce_scatter(out, in, counts, MPI_INT, MPI_SUM, WORLD);
}

static void (*const cases[])(void) = {ring_of_sends,
                                      ring_of_synchronous_sends,
                                      buffered_sends,
                                      ready_sends,
                                      waits_for_all,
                                      waits_for_any,
                                      waits_one_by_one,
                                      exchanges,
                                      exchanges_in_place,
                                      persistent,
                                      probes,
                                      matched_probes,
                                      from_a_root,
                                      to_a_root,
                                      to_all,
                                      all_to_all,
                                      prefixes,
                                      in_place,
                                      begun,
                                      halves,
                                      copies,
                                      between_groups,
                                      types,
                                      puts_and_gets,
                                      locks,
                                      neighbours,
                                      nobody,
                                      to_itself,
                                      file,
                                      more_than_was_sent,
                                      dealt,
                                      edges_of_a_plane,
                                      shares};

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(WORLD, &rank);
    MPI_Comm_size(WORLD, &size);
    next = (rank + 1) % size;
    before = (rank + size - 1) % size;
    for (int i = 0; i < size; ++i) counts[i] = 3 * i + 1, places[i] = 100 * i;
    const int which = argc > 1 ? atoi(argv[1]) : 0;
    const int count = (int)(sizeof cases / sizeof *cases);
    for (int i = 0; i < count; ++i)
        if (which == 0 || which == i + 1) {
            cases[i]();
            MPI_Barrier(WORLD); /* so that nobody takes messages of the next one */
        }
    MPI_Finalize();
    return which > count ? 99 : 0;
}
