/* SPDX-License-Identifier: Apache-2.0 */
/* What a recorded state costs on this machine: its records go to a piece of memory instead of the
 * file. The least of several tries counts, since anything may come between. */
#include <signal.h>

#include "recorder.h"

enum { TRIES = 8 };

static struct {
    struct tapestry_chunk chunk;
    uint64_t records[3 * TAPESTRY_COST_STATES];
} scratch;

static uint64_t ticks_of_states(void) {
    static tapestry_state probe = {"", TAPESTRY_UNKNOWN, NULL, NULL, NULL, ~1u, 0, NULL};
    recorder_self.at = scratch.records;
    const uint64_t start = recorder_ticks();
    for (int i = 0; i < TAPESTRY_COST_STATES; ++i) {
        tapestry_enter(&probe);
        tapestry_leave(&probe);
    }
    return recorder_ticks() - start;
}

void recorder_measure_cost(void) {
    struct recorder_thread* self = &recorder_self;
    struct tapestry_chunk* const chunk = self->chunk;
    uint64_t *const at = self->at, *const end = self->end;
    sigset_t all, before; /* a handler's records belong into the file */
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    self->chunk = &scratch.chunk;
    self->end = scratch.records + sizeof scratch.records / sizeof *scratch.records;
    uint64_t least = UINT64_MAX;
    for (int i = 0; i < TRIES; ++i) {
        const uint64_t ticks = ticks_of_states();
        if (ticks < least) least = ticks;
    }
    self->chunk = chunk;
    self->at = at;
    self->end = end;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    recorder.header->state_cost = least;
}
