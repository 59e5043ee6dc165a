/* SPDX-License-Identifier: Apache-2.0 */
/* The functions of tapestry.h that write records. */
#define _GNU_SOURCE
#include "tapestry.h"

#include <string.h>

#include "recorder.h"
#include "ticks.h"

#define LIKELY(x) __builtin_expect(!!(x), 1)
#define BARRIER() __asm__ volatile("" ::: "memory")

static inline uint64_t ticks(void) {
#if defined(__aarch64__)
    return tapestry_counter_ticks();
#else
    return recorder_ticks();
#endif
}

static inline int is_ready(void) {
    return LIKELY(recorder_self.chunk != NULL) ||
           (__atomic_load_n(&recorder.mode, __ATOMIC_RELAXED) != RECORDER_OFF &&
            recorder_begin_thread());
}

static inline uint32_t id_of(tapestry_state* state, unsigned what) {
    const uint32_t id = __atomic_load_n(&state->id, __ATOMIC_RELAXED);
    return LIKELY(id != 0) ? id : recorder_define(state, what);
}

/* `start` of 0: now. */
static inline void enter(tapestry_state* state, uint64_t start) {
    const uint32_t id = id_of(state, TAPESTRY_DEFINES_STATE);
    struct tapestry_chunk* chunk = recorder_self.chunk;
    if (!LIKELY(recorder.counters == 0)) recorder_count_until_now();
    const uint32_t depth = chunk->depth;
    chunk->depth = depth + 1; /* first, so that a signal handler goes on above */
    BARRIER();
    if (depth >= TAPESTRY_MOST_OPEN) {
        __atomic_fetch_add(&recorder.header->too_deep, 1, __ATOMIC_RELAXED);
        recorder_lost();
        return;
    }
    chunk->open[depth].id =
        LIKELY(!__atomic_load_n(&recorder.is_off, __ATOMIC_RELAXED)) ? id : TAPESTRY_INHERITED;
    chunk->open[depth].category = (uint32_t)state->category;
    chunk->open[depth].start = start ? start : ticks();
}

TAPESTRY_PUBLIC void tapestry_enter(tapestry_state* state) {
    if (is_ready())
        enter(state, 0);
    else
        FORWARD(enter(state));
}

static inline void write_state(uint32_t depth, uint64_t end, uint64_t bytes, int has_bytes) {
    const struct tapestry_open open = recorder_self.chunk->open[depth];
    if (open.id == TAPESTRY_INHERITED) return;
    const unsigned words = has_bytes ? 4 : 3;
    const uint64_t first = TAPESTRY_FIRST_WORD(TAPESTRY_RECORD_STATE, words, depth, 0, open.id);
    if (!LIKELY(recorder_take())) { /* in a signal handler */
        recorder_defer(first, open.start, end, bytes);
        return;
    }
    uint64_t* record = recorder_self.at;
    if (LIKELY(recorder_self.end - record >= (ptrdiff_t)words))
        recorder_self.at = record + words;
    else
        record = recorder_room(words);
    if (record) {
        record[0] = first;
        record[1] = open.start;
        record[2] = end;
        if (has_bytes) record[3] = bytes;
        recorder_finish(record, first);
    }
    recorder_give();
}

/* The depth of the state on the stack; -1: it is not open. */
static int depth_of(const struct tapestry_chunk* chunk, uint32_t id) {
    uint32_t depth = chunk->depth < TAPESTRY_MOST_OPEN ? chunk->depth : TAPESTRY_MOST_OPEN;
    while (depth > 0 && chunk->open[depth - 1].id != id &&
           chunk->open[depth - 1].id != TAPESTRY_INHERITED)
        --depth;
    return (int)depth - 1;
}

static void leave_others(uint32_t id, uint64_t end, uint64_t bytes, int has_bytes) {
    struct tapestry_chunk* chunk = recorder_self.chunk;
    if (chunk->depth > TAPESTRY_MOST_OPEN) { /* a state that was too deep to be kept */
        --chunk->depth;
        return;
    }
    const int at = depth_of(chunk, id);
    if (at < 0) {
        __atomic_fetch_add(&recorder.header->unmatched, 1, __ATOMIC_RELAXED);
        return;
    }
    for (uint32_t depth = chunk->depth; depth > (uint32_t)at;) {
        --depth;
        write_state(depth, end, bytes, has_bytes && depth == (uint32_t)at);
        recorder_self.chunk->depth = depth;
    }
}

static inline void leave(tapestry_state* state, uint64_t end, uint64_t bytes, int has_bytes) {
    struct tapestry_chunk* chunk = recorder_self.chunk;
    if (!chunk) return;
    if (!end) end = ticks();
    if (!LIKELY(recorder.counters == 0)) recorder_count_until_now();
    const uint32_t id = __atomic_load_n(&state->id, __ATOMIC_RELAXED);
    const uint32_t depth = chunk->depth - 1;
    if (LIKELY(depth < TAPESTRY_MOST_OPEN && chunk->open[depth].id == id)) {
        write_state(depth, end, bytes, has_bytes);
        BARRIER();
        recorder_self.chunk->depth = depth;
        if (!LIKELY(end < recorder_self.next_clock)) recorder_note_clock();
        return;
    }
    leave_others(id, end, bytes, has_bytes);
}

TAPESTRY_PUBLIC void tapestry_leave(tapestry_state* state) {
    FORWARD(leave(state));
    leave(state, 0, 0, 0);
}
TAPESTRY_PUBLIC void tapestry_leave_bytes(tapestry_state* state, uint64_t bytes) {
    FORWARD(leave_bytes(state, bytes));
    leave(state, 0, bytes, 1);
}

void recorder_enter_at(tapestry_state* state, uint64_t start) {
    if (is_ready()) enter(state, start);
}
void recorder_leave_at(tapestry_state* state, uint64_t end) { leave(state, end, 0, 0); }

static int is_wanted(uint32_t id) {
    return id != TAPESTRY_INHERITED && !__atomic_load_n(&recorder.is_off, __ATOMIC_RELAXED);
}

static uint64_t bits_of(double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

TAPESTRY_PUBLIC void tapestry_count(tapestry_counter* counter, double value) {
    if (!is_ready()) {
        FORWARD(count(counter, value));
        return;
    }
    const uint32_t id = id_of(counter, TAPESTRY_DEFINES_COUNTER);
    if (!is_wanted(id)) return;
    recorder_append(3, TAPESTRY_FIRST_WORD(TAPESTRY_RECORD_COUNTER, 3, 0, 0, id),
                    (uint64_t[]){ticks(), bits_of(value)});
}

TAPESTRY_PUBLIC void tapestry_note(tapestry_mark* mark, int64_t value) {
    if (!is_ready()) {
        FORWARD(note(mark, value));
        return;
    }
    const uint32_t id = id_of(mark, TAPESTRY_DEFINES_MARK);
    if (!is_wanted(id)) return;
    recorder_append(3, TAPESTRY_FIRST_WORD(TAPESTRY_RECORD_MARK, 3, 0, 0, id),
                    (uint64_t[]){ticks(), (uint64_t)value});
}

TAPESTRY_PUBLIC int tapestry_is_recording(void) {
    const int is_on = recorder_is_on();
    FORWARD(is_recording());
    return is_on;
}
TAPESTRY_PUBLIC uint64_t tapestry_now_ns(void) { return recorder_ns(); }
TAPESTRY_PUBLIC uint64_t tapestry_ticks(void) { return ticks(); }

TAPESTRY_PUBLIC void tapestry_set_rank(int rank, int ranks) {
    if (!recorder_is_on()) return;
    recorder.header->ranks = ranks;
    __atomic_store_n(&recorder.header->rank, rank, __ATOMIC_RELEASE);
}

TAPESTRY_PUBLIC uint64_t tapestry_world(void) {
    return recorder_is_on() ? recorder.header->world : 0;
}
TAPESTRY_PUBLIC void tapestry_set_world(uint64_t world) {
    if (recorder_is_on()) recorder.header->world = world;
}

TAPESTRY_PUBLIC void tapestry_strange_mpi(unsigned which) {
    if (recorder_is_on())
        __atomic_fetch_or(&recorder.header->strange_mpi, which, __ATOMIC_RELAXED);
}

TAPESTRY_PUBLIC void tapestry_message(tapestry_state* call, int role, uint64_t start_ticks,
                                      uint64_t end_ticks, int peer, int tag, uint64_t communicator,
                                      uint64_t bytes, uint64_t number) {
    if (!is_ready()) return;
    const uint32_t id = id_of(call, TAPESTRY_DEFINES_STATE);
    if (!is_wanted(id)) return;
    recorder_append(7, TAPESTRY_FIRST_WORD(TAPESTRY_RECORD_MESSAGE, 7, 0, role, id),
                    (uint64_t[]){start_ticks, end_ticks,
                                 (uint64_t)(uint32_t)peer | (uint64_t)(uint32_t)tag << 32,
                                 communicator, bytes, number});
}

TAPESTRY_PUBLIC void tapestry_communicator(uint64_t communicator, int rank, int size) {
    if (!is_ready()) return;
    recorder_append(3, TAPESTRY_FIRST_WORD(TAPESTRY_RECORD_COMMUNICATOR, 3, 0, 0, (uint32_t)size),
                    (uint64_t[]){communicator, (uint64_t)(uint32_t)rank});
}

TAPESTRY_PUBLIC void tapestry_align(double here_ns, double offset_ns, double doubt_ns) {
    if (!is_ready()) return;
    recorder_append(4, TAPESTRY_FIRST_WORD(TAPESTRY_RECORD_ALIGNMENT, 4, 0, 0, 0),
                    (uint64_t[]){bits_of(here_ns), bits_of(offset_ns), bits_of(doubt_ns)});
}

TAPESTRY_PUBLIC void tapestry_device_clock(const char* clock, uint64_t edges, uint64_t before_ticks,
                                           uint64_t after_ticks) {
    if (!is_ready()) {
        FORWARD(device_clock(clock, edges, before_ticks, after_ticks));
        return;
    }
    tapestry_state* named = tapestry_state_named(clock, -3, NULL, NULL, NULL);
    if (!named) return;
    const uint64_t half = (after_ticks - before_ticks) / 2;
    recorder_append(4,
                    TAPESTRY_FIRST_WORD(TAPESTRY_RECORD_DEVICE_CLOCK, 4, 0, 0,
                                        id_of(named, TAPESTRY_DEFINES_CLOCK)),
                    (uint64_t[]){before_ticks + half, edges, half});
}
