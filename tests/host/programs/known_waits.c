/* SPDX-License-Identifier: Apache-2.0 */
/* Every way in which a rank can wait for another, planted by sleeps. Each rank takes the time
 * before and after every call; rank 0 works out from these times alone who waited for whom and how
 * long, and prints it: WAITED path call pattern cause nanoseconds, or ABOUT where another rank may
 * have been the cause as well. All ranks make the same steps; a rank that has no part in one skips
 * it. */
#define _GNU_SOURCE
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { RANKS = 4, MOST = 512, ROUNDS = 3, MS = 1000000, ALL = 15, BIG = 1 << 20 };
#define WORLD MPI_COMM_WORLD
#define IGNORED MPI_STATUS_IGNORE

struct sample {
    double enter, leave; /* enter < 0: it had no part in this step */
    int awaited;         /* mask of the ranks that it waits for until the last of them comes */
    char call[32], pattern[32];
};
static struct sample samples[MOST], *everyone;
static int used, rank;
static char out[4 * BIG], in[4 * BIG];

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return 1e9 * (double)t.tv_sec + (double)t.tv_nsec;
}
static void sleep_ms(long ms) {
    const struct timespec t = {0, ms * MS};
    nanosleep(&t, NULL);
}
static void late(int who) {
    if (rank == who) sleep_ms(30);
}

#define MEASURE(function, pattern_, awaited_, arguments)         \
    do {                                                         \
        struct sample* s = &samples[used++];                     \
        snprintf(s->call, sizeof s->call, "%s", #function);      \
        snprintf(s->pattern, sizeof s->pattern, "%s", pattern_); \
        s->awaited = awaited_;                                   \
        s->enter = now();                                        \
        function arguments;                                      \
        s->leave = now();                                        \
    } while (0)
#define SKIP() (samples[used++].enter = -1)
#define TOGETHER() MEASURE(MPI_Barrier, "wait_at_barrier", ALL, (WORLD))

/* One step: each of two ranks makes its call, the others skip. */
#define PAIR(a, call_a, b, call_b) \
    do {                           \
        if (rank == (a))           \
            call_a;                \
        else if (rank == (b))      \
            call_b;                \
        else                       \
            SKIP();                \
    } while (0)
#define RECEIVES(from) \
    MEASURE(MPI_Recv, "late_sender", 1 << (from), (in, BIG, MPI_CHAR, from, 1, WORLD, IGNORED))

static void blocking(void) {
    TOGETHER();
    late(1);
    PAIR(0, RECEIVES(1), 1, MEASURE(MPI_Send, "", 0, (out, 8, MPI_CHAR, 0, 1, WORLD)));
    TOGETHER();
    late(2);
    PAIR(2, RECEIVES(0), 0,
         MEASURE(MPI_Ssend, "late_receiver", 1 << 2, (out, 8, MPI_CHAR, 2, 1, WORLD)));
    TOGETHER();
    late(3);
    PAIR(3, RECEIVES(1), 1,
         MEASURE(MPI_Send, "late_receiver", 1 << 3, (out, BIG, MPI_CHAR, 3, 1, WORLD)));
    TOGETHER();
    late(3);
    PAIR(2,
         MEASURE(MPI_Recv, "late_sender", 1 << 3,
                 (in, BIG, MPI_CHAR, MPI_ANY_SOURCE, MPI_ANY_TAG, WORLD, IGNORED)),
         3, MEASURE(MPI_Ssend, "late_receiver", 1 << 2, (out, 8, MPI_CHAR, 2, 1, WORLD)));
    TOGETHER();
    late(1);
    const int other = rank ^ 1;
    MEASURE(MPI_Sendrecv, "late_sender", 1 << other,
            (out, 8, MPI_CHAR, other, 1, in, 8, MPI_CHAR, other, 1, WORLD, IGNORED));
    TOGETHER();
    late(2);
    MEASURE(MPI_Sendrecv_replace, "late_sender", 1 << other,
            (out, 8, MPI_CHAR, other, 1, other, 1, WORLD, IGNORED));
}

static void nonblocking(void) {
    MPI_Request r[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    TOGETHER();
    if (rank == 0) MPI_Irecv(in, 8, MPI_CHAR, 1, 1, WORLD, &r[0]);
    late(1);
    PAIR(0, MEASURE(MPI_Wait, "late_sender", 1 << 1, (&r[0], IGNORED)), 1,
         MEASURE(MPI_Send, "", 0, (out, 8, MPI_CHAR, 0, 1, WORLD)));
    TOGETHER();
    if (rank == 1) MPI_Issend(out, 8, MPI_CHAR, 2, 1, WORLD, &r[0]);
    late(2);
    PAIR(1, MEASURE(MPI_Wait, "late_receiver", 1 << 2, (&r[0], IGNORED)), 2,
         MEASURE(MPI_Recv, "", 0, (in, 8, MPI_CHAR, 1, 1, WORLD, IGNORED)));
    TOGETHER();
    if (rank == 3)
        for (int i = 0; i < 2; ++i) MPI_Irecv(in + i, 1, MPI_CHAR, 1 + i, 1, WORLD, &r[i]);
    late(2);
    if (rank == 3)
        MEASURE(MPI_Waitall, "late_sender", 1 << 1 | 1 << 2, (2, r, MPI_STATUSES_IGNORE));
    else if (rank > 0)
        MEASURE(MPI_Send, "", 0, (out, 1, MPI_CHAR, 3, 1, WORLD));
    else
        SKIP();
    TOGETHER();
    if (rank == 0) MPI_Recv_init(in, 8, MPI_CHAR, 3, 1, WORLD, &r[0]);
    if (rank == 0) MPI_Start(&r[0]);
    late(3);
    PAIR(0, MEASURE(MPI_Wait, "late_sender", 1 << 3, (&r[0], IGNORED)), 3,
         MEASURE(MPI_Send, "", 0, (out, 8, MPI_CHAR, 0, 1, WORLD)));
    if (rank == 0) MPI_Request_free(&r[0]);
}

#define COLLECTIVE "wait_at_collective"
static int unless(int who) { return rank == who ? 0 : 1 << who; } /* all others wait for it */
static int only(int who) { return rank == who ? ALL & ~(1 << who) : 0; }

static void collectives(void) {
    int sum = 0;
    TOGETHER();
    late(0);
    MEASURE(MPI_Bcast, COLLECTIVE, unless(0), (in, 8, MPI_CHAR, 0, WORLD));
    TOGETHER();
    late(2);
    MEASURE(MPI_Scatter, COLLECTIVE, unless(2), (out, 8, MPI_CHAR, in, 8, MPI_CHAR, 2, WORLD));
    TOGETHER();
    late(3);
    MEASURE(MPI_Reduce, COLLECTIVE, only(1), (&rank, &sum, 1, MPI_INT, MPI_SUM, 1, WORLD));
    TOGETHER();
    late(1);
    MEASURE(MPI_Gatherv, COLLECTIVE, only(0),
            (out, 8, MPI_CHAR, in, (int[]){8, 8, 8, 8}, (int[]){0, 8, 16, 24}, MPI_CHAR, 0, WORLD));
    TOGETHER();
    late(2);
    MEASURE(MPI_Allreduce, COLLECTIVE, ALL, (&rank, &sum, 1, MPI_INT, MPI_SUM, WORLD));
    TOGETHER();
    late(0);
    MEASURE(MPI_Allgather, COLLECTIVE, ALL, (out, 8, MPI_CHAR, in, 8, MPI_CHAR, WORLD));
    TOGETHER();
    late(1);
    MEASURE(MPI_Alltoall, COLLECTIVE, ALL, (out, 8, MPI_CHAR, in, 8, MPI_CHAR, WORLD));
    TOGETHER();
    late(3);
    MEASURE(MPI_Reduce_scatter_block, COLLECTIVE, ALL, (out, in, 1, MPI_INT, MPI_SUM, WORLD));
    late(3);
    TOGETHER();
}

/* The call that begins a collective is a step too: with it a rank arrives. */
static void collectives_later(void) {
    MPI_Request request;
    int sum = 0;
    TOGETHER();
    late(2);
    MEASURE(MPI_Iallreduce, "begins", 0, (&rank, &sum, 1, MPI_INT, MPI_SUM, WORLD, &request));
    MEASURE(MPI_Wait, COLLECTIVE, ALL | 1 << RANKS, (&request, IGNORED));
    TOGETHER();
    late(1);
    MEASURE(MPI_Ibarrier, "begins", 0, (WORLD, &request));
    MEASURE(MPI_Wait, "wait_at_barrier", ALL | 1 << RANKS, (&request, IGNORED));
}

static void communicators(void) {
    MPI_Comm half, copy;
    TOGETHER();
    late(3);
    MEASURE(MPI_Comm_split, COLLECTIVE, ALL, (WORLD, rank % 2, rank, &half));
    TOGETHER();
    late(0); /* rank 2 waits for it, and ranks 1 and 3 do not */
    MEASURE(MPI_Barrier, "wait_at_barrier", rank % 2 ? 10 : 5, (half));
    TOGETHER();
    late(2);
    MEASURE(MPI_Comm_dup, COLLECTIVE, ALL, (WORLD, &copy));
    TOGETHER();
    MEASURE(MPI_Comm_free, COLLECTIVE, rank % 2 ? 10 : 5, (&half));
    MEASURE(MPI_Comm_free, COLLECTIVE, ALL, (&copy));
}

static void windows(void) {
    MPI_Win window;
    MPI_Group world, zero, one;
    const int ranks[2] = {0, 1};
    MPI_Comm_group(WORLD, &world);
    MPI_Group_incl(world, 1, ranks, &zero);
    MPI_Group_incl(world, 1, ranks + 1, &one);
    TOGETHER();
    late(1);
    MEASURE(MPI_Win_create, COLLECTIVE, ALL, (in, 64, 1, MPI_INFO_NULL, WORLD, &window));
#define FENCE(assertion) MEASURE(MPI_Win_fence, "wait_at_fence", ALL, (assertion, window))
    FENCE(0);
    TOGETHER();
    late(3);
    FENCE(0);
    FENCE(MPI_MODE_NOSUCCEED);
    TOGETHER();
    late(1);
    PAIR(0, MEASURE(MPI_Win_start, "late_post", 1 << 1, (one, 0, window)), 1,
         MEASURE(MPI_Win_post, "", 0, (zero, 0, window)));
    late(0);
    PAIR(0, MEASURE(MPI_Win_complete, "", 0, (window)), 1,
         MEASURE(MPI_Win_wait, "late_complete", 1 << 0, (window)));
    TOGETHER();
    MEASURE(MPI_Win_free, COLLECTIVE, ALL, (&window));
    MPI_Group_free(&zero);
    MPI_Group_free(&one);
    MPI_Group_free(&world);
}

static const struct sample* at(int who, int step) { return &everyone[who * MOST + step]; }

/* The last of those that the rank waits for. */
static int last_of(int who, int step) {
    const int mask = at(who, step)->awaited;
    const int when = mask >> RANKS ? step - 1 : step; /* it came with the call before */
    int last = -1;
    for (int i = 0; i < RANKS; ++i)
        if (mask >> i & 1 && at(i, when)->enter >= 0 &&
            (last < 0 || at(i, when)->enter > at(last, when)->enter))
            last = i;
    return last;
}

static double waited(int who, int step, int cause) {
    const struct sample* s = at(who, step);
    const double came = at(cause, s->awaited >> RANKS ? step - 1 : step)->enter;
    const int need_not =
        strcmp(s->pattern, "late_receiver") == 0 || strcmp(s->pattern, "wait_at_fence") == 0;
    if (came <= s->enter || (need_not && s->leave < came)) return 0;
    return (came < s->leave ? came : s->leave) - s->enter;
}

/* Two came at about the same time: who was the last is not certain. */
static int is_close(int who, int step, int cause) {
    const int when = at(who, step)->awaited >> RANKS ? step - 1 : step;
    for (int i = 0; i < RANKS; ++i)
        if (i != cause && at(who, step)->awaited >> i & 1 && at(i, when)->enter >= 0 &&
            at(cause, when)->enter - at(i, when)->enter < 2 * MS)
            return 1;
    return 0;
}

static void print_waits(void) {
    for (int who = 0; who < RANKS; ++who)
        for (int step = 0; step < used; ++step) {
            const int cause = at(who, step)->enter < 0 ? -1 : last_of(who, step);
            if (cause < 0 || cause == who) continue;
            const double ns = waited(who, step, cause);
            if (ns > 0)
                printf("%s rank[%d].main %s %s rank[%d].main %.0f\n",
                       is_close(who, step, cause) ? "ABOUT" : "WAITED", who, at(who, step)->call,
                       at(who, step)->pattern, cause, ns);
        }
}

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(WORLD, &rank);
    for (int i = 0; i < ROUNDS; ++i) {
        blocking();
        nonblocking();
        collectives();
        collectives_later();
        communicators();
        windows();
    }
    everyone = rank == 0 ? calloc(RANKS * MOST, sizeof *everyone) : NULL;
    MPI_Gather(samples, sizeof samples, MPI_BYTE, everyone, sizeof samples, MPI_BYTE, 0, WORLD);
    if (rank == 0) print_waits();
    MPI_Finalize();
    return 0;
}
