/* SPDX-License-Identifier: Apache-2.0 */
/* Functions of a program that `tapestry cc --functions` compiled are states. A function whose first
 * calls in a thread are short on average is dropped there: it would cost more than it tells. Each
 * thread judges for itself, so that nothing is shared. */
#define _GNU_SOURCE
#include <sys/mman.h>

#include "recorder.h"

enum { JUDGED_CALLS = 100, FUNCTIONS = 1 << 13, TRIES = 16 };
static const uint64_t kShortNs = 1000; /* on average, to be dropped */

struct function {
    const void* address;
    tapestry_state* state; /* NULL: it cannot be recorded */
    uint64_t ticks;        /* of the calls that ended */
    uint32_t calls;
    uint32_t open;
    int is_dropped;
};
/* Functions of the calling thread; entered before they have a place in the table: none. */
static __thread struct function* functions __attribute__((tls_model("initial-exec")));

static struct function* function_at(const void* address) {
    if (!functions) {
        void* pages = mmap(NULL, FUNCTIONS * sizeof *functions, PROT_READ | PROT_WRITE,
                           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (pages == MAP_FAILED) return NULL;
        functions = pages;
    }
    const uint64_t line = (uint64_t)(uintptr_t)address * UINT64_C(0x9e3779b97f4a7c15) >> 51;
    for (size_t i = 0; i < TRIES; ++i) {
        struct function* f = &functions[(line + i) % FUNCTIONS];
        if (f->address == address) return f;
        if (f->address) continue;
        f->address = address;
        f->state = recorder_function(address);
        return f;
    }
    return NULL;
}

static uint64_t short_ticks(void) {
    if (recorder.tick == TAPESTRY_TICK_NS) return kShortNs;
    const uint64_t hz = recorder.header->ticks_hz;
    return hz ? hz / (UINT64_C(1000000000) / kShortNs) : 2500;
}

static void judge(struct function* f) {
    if (f->calls != JUDGED_CALLS || f->open != 0 || f->ticks / f->calls >= short_ticks()) return;
    f->is_dropped = 1;
    recorder_append(1, TAPESTRY_FIRST_WORD(TAPESTRY_RECORD_DROPPED, 1, 0, 0, f->state->id), NULL);
}

void recorder_enter_function(const void* address) {
    if (recorder_self.busy || !recorder_is_on()) return;
    struct function* f = function_at(address);
    if (!f || f->is_dropped || !f->state) return;
    ++f->open;
    tapestry_enter(f->state);
}

void recorder_leave_function(const void* address) {
    if (!functions || recorder_self.busy) return;
    struct function* f = function_at(address);
    if (!f || f->open == 0) return;
    --f->open;
    const struct tapestry_chunk* chunk = recorder_self.chunk;
    const uint32_t depth = chunk ? chunk->depth - 1 : TAPESTRY_MOST_OPEN;
    const int is_innermost = depth < TAPESTRY_MOST_OPEN && chunk->open[depth].id == f->state->id;
    const uint64_t start = is_innermost ? chunk->open[depth].start : 0;
    tapestry_leave(f->state);
    if (!is_innermost) return;
    f->ticks += recorder_ticks() - start;
    ++f->calls;
    judge(f);
}

void recorder_end_functions(void) {
    if (functions) munmap(functions, FUNCTIONS * sizeof *functions);
    functions = NULL;
}

/* What -finstrument-functions has the program call. */
TAPESTRY_PUBLIC void __cyg_profile_func_enter(void* function, void* caller);
TAPESTRY_PUBLIC void __cyg_profile_func_exit(void* function, void* caller);
TAPESTRY_PUBLIC void __cyg_profile_func_enter(void* function, void* caller) {
    (void)caller;
    FORWARD(enter_function(function));
    recorder_enter_function(function);
}
TAPESTRY_PUBLIC void __cyg_profile_func_exit(void* function, void* caller) {
    (void)caller;
    FORWARD(leave_function(function));
    recorder_leave_function(function);
}
