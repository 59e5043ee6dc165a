/* SPDX-License-Identifier: Apache-2.0 */
/* Aligns the clocks of ranks on different machines: one rank per machine repeatedly asks rank 0
 * for the time. Rank 0 reads its clock between question and answer, so each round trip bounds
 * the other clock from both sides, however busy the machines are; the tightest bounds are kept.
 * Ranks whose turn it is not sleep, because on a machine with fewer processors than ranks they
 * would displace those that are asking. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "shim.h"

enum { TAG = 77, FEWEST_ROUNDS = 100, QUIET_ROUNDS = 2000 };
static const uint64_t kMostNs = 2000000000u;    /* for each machine, */
static const uint64_t kMostAllNs = 8000000000u; /* and for all */
static const uint64_t kQuietNs = 200000000u;    /* without anything better: there is nothing */
static const uint64_t kWindowNs = 10000000u;    /* clocks run apart by less than 1 us in it */
static const int64_t kNear = 800;               /* bounds that need not be nearer */

static MPI_Comm private_comm = MPI_COMM_NULL;
static uint64_t* clocks; /* which clock each rank has */

/* The clock of rank 0 read `there` at some moment between the two of this clock. */
struct sight {
    uint64_t before;
    uint64_t there;
    uint64_t after;
};
/* Bounds of how far this clock is ahead. */
static int64_t least_of(const struct sight* s) { return (int64_t)(s->before - s->there); }
static int64_t most_of(const struct sight* s) { return (int64_t)(s->after - s->there); }

/* The round trips of a short period with the tightest bound on each side. */
struct window {
    uint64_t begin;
    struct sight least;
    struct sight most;
};
static int64_t width_of(const struct window* w) { return most_of(&w->most) - least_of(&w->least); }

static void note(const struct sight* s) {
    const double half = (double)(s->after - s->before) / 2;
    const double here = (double)s->before + half;
    tapestry_align(here, (double)(int64_t)(s->there - s->before) - half, half + 1);
}
static void note_window(const struct window* w) {
    note(&w->least);
    if (memcmp(&w->least, &w->most, sizeof w->most) != 0) note(&w->most);
}

static void sleep_a_little(void) {
    const struct timespec t = {0, 50000};
    nanosleep(&t, NULL);
}
static void receive_asleep(uint64_t* word, int from) {
    for (int is_there = 0;;) {
        PMPI_Iprobe(from, TAG, private_comm, &is_there, MPI_STATUS_IGNORE);
        if (is_there) break;
        sleep_a_little();
    }
    PMPI_Recv(word, 1, MPI_UINT64_T, from, TAG, private_comm, MPI_STATUS_IGNORE);
}
static void barrier_asleep(void) {
    MPI_Request request;
    int is_done = 0;
    if (PMPI_Ibarrier(private_comm, &request) != MPI_SUCCESS) return;
    while (PMPI_Test(&request, &is_done, MPI_STATUS_IGNORE) == MPI_SUCCESS && !is_done)
        sleep_a_little();
}

/* With more ranks than processors, Open MPI yields the processor whenever it waits. That is best
 * for two ranks that share a processor, but bad for two that happen to run at the same time,
 * which is rare on a busy machine: each yields just when the other answers. So questions alternate
 * between yielding and not. */
enum { IS_DONE = 0, LETS_OTHERS_RUN = 1, KEEPS_RUNNING = 2 };
static void wait_in(uint64_t mode) {
    static bool (*set)(bool);
    static bool usual, is_known;
    if (!is_known) {
        set = (bool (*)(bool))dlsym(RTLD_DEFAULT, "opal_progress_set_yield_when_idle");
        if (set) usual = set(false);
        is_known = true;
    }
    if (set) set(mode == KEEPS_RUNNING ? false : usual);
}

/* Tells the rank that its turn begins, and how long it lasts. */
static void answer(int rank, uint64_t most_ns) {
    uint64_t question = most_ns;
    PMPI_Send(&question, 1, MPI_UINT64_T, rank, TAG, private_comm);
    receive_asleep(&question, rank);
    while (question != IS_DONE) {
        const uint64_t now = tapestry_now_ns();
        PMPI_Send(&now, 1, MPI_UINT64_T, rank, TAG, private_comm);
        wait_in(question);
        PMPI_Recv(&question, 1, MPI_UINT64_T, rank, TAG, private_comm, MPI_STATUS_IGNORE);
    }
    wait_in(LETS_OTHERS_RUN);
}

static struct sight look(uint64_t question) {
    struct sight s;
    s.before = tapestry_now_ns();
    PMPI_Send(&question, 1, MPI_UINT64_T, 0, TAG, private_comm);
    PMPI_Recv(&s.there, 1, MPI_UINT64_T, 0, TAG, private_comm, MPI_STATUS_IGNORE);
    s.after = tapestry_now_ns();
    return s;
}

/* Whether the round trip tightens the bounds. */
static int improve(struct window* w, const struct sight* s) {
    const int above = least_of(s) > least_of(&w->least), below = most_of(s) < most_of(&w->most);
    if (above) w->least = *s;
    if (below) w->most = *s;
    return above || below;
}

/* The progress of the measurement. */
struct asking {
    struct window window;
    int windows;
    uint64_t mode;
    int64_t width;   /* of the best window */
    uint64_t better; /* when that got better by a tenth or more, */
    int rounds;      /* and how many sights there were since */
};

/* On a busy machine, few round trips fit into a long time. So the measurement ends only after both
 * a time and a number of round trips without improvement. */
static int is_quiet(const struct asking* a, uint64_t now) {
    return a->rounds >= QUIET_ROUNDS && now - a->better > kQuietNs;
}

static void next_window(struct asking* a, const struct sight* first) {
    note_window(&a->window);
    a->window = (struct window){first->before, *first, *first};
    a->mode = ++a->windows % 4 == 0 ? LETS_OTHERS_RUN : KEEPS_RUNNING;
    wait_in(a->mode);
}

static void take(struct asking* a, const struct sight* s) {
    if (s->before - a->window.begin > kWindowNs) next_window(a, s);
    ++a->rounds;
    if (!improve(&a->window, s) || width_of(&a->window) >= a->width) return;
    if (width_of(&a->window) < a->width - a->width / 10) {
        a->better = s->after;
        a->rounds = 0;
    }
    a->width = width_of(&a->window);
}

static void ask(void) {
    uint64_t most_ns = 0;
    receive_asleep(&most_ns, 0);
    (void)look(LETS_OTHERS_RUN); /* it wakes the other side */
    struct sight s = look(LETS_OTHERS_RUN);
    const uint64_t begin = s.before;
    struct asking a = {{begin, s, s}, 0, LETS_OTHERS_RUN, INT64_MAX, begin, 0};
    for (int round = 0; s.after - begin < most_ns; ++round) {
        if (round >= FEWEST_ROUNDS && (a.width <= kNear || is_quiet(&a, s.after))) break;
        s = look(a.mode);
        take(&a, &s);
    }
    note_window(&a.window);
    wait_in(LETS_OTHERS_RUN);
    const uint64_t question = IS_DONE;
    PMPI_Send(&question, 1, MPI_UINT64_T, 0, TAG, private_comm);
}

/* Whether the rank is the first of those that share its clock, and that clock is not rank 0's. */
static int is_asking(int rank) {
    for (int i = 0; i < rank; ++i)
        if (clocks[i] == clocks[rank]) return 0;
    return rank > 0;
}

static int learn_clocks(int size) {
    if (clocks) return 1;
    const uint64_t own = tapestry_clock_id();
    clocks = malloc((size_t)size * sizeof *clocks);
    /* All ranks take part or none, so that none waits for one that does not. */
    int has_room = clocks != NULL, all_have = 0;
    PMPI_Allreduce(&has_room, &all_have, 1, MPI_INT, MPI_MIN, private_comm);
    if (all_have) PMPI_Allgather(&own, 1, MPI_UINT64_T, clocks, 1, MPI_UINT64_T, private_comm);
    if (!all_have) {
        free(clocks);
        clocks = NULL;
    }
    return all_have;
}

/* One after the other by rank: measured together they would delay each other. */
static void answer_all(int size) {
    uint64_t asking = 0;
    for (int rank = 1; rank < size; ++rank) asking += (uint64_t)is_asking(rank);
    const uint64_t share = asking ? kMostAllNs / asking : 0;
    for (int rank = 1; rank < size; ++rank)
        if (is_asking(rank)) answer(rank, share < kMostNs ? share : kMostNs);
}

void shim_align(void) {
    static tapestry_state state = {"align_clocks", TAPESTRY_OVERHEAD, NULL, NULL, NULL, 0, 0, NULL};
    int rank = 0, size = 0;
    if (private_comm == MPI_COMM_NULL) PMPI_Comm_dup(MPI_COMM_WORLD, &private_comm);
    PMPI_Comm_rank(private_comm, &rank);
    PMPI_Comm_size(private_comm, &size);
    if (!learn_clocks(size)) return;
    int others = 0;
    for (int i = 1; i < size && !others; ++i) others = is_asking(i);
    if (!others) return;
    tapestry_enter(&state);
    if (rank == 0) answer_all(size);
    if (is_asking(rank)) ask();
    barrier_asleep(); /* so that all go on at the same time, as they would without */
    tapestry_leave(&state);
}
