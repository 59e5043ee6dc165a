/* SPDX-License-Identifier: Apache-2.0 */
/* Counters of the processor and the kernel (perf_event), if the user asks for them: what a thread
 * counts between two moments at which it enters or leaves a state belongs to the state that it was
 * in. Each thread has a chunk of the file with a sum for each of its states, which grows in place:
 * so what was counted is there however the process ends. */
#define _GNU_SOURCE
#include <errno.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "recorder.h"

enum { MOST = 8, ROWS = 1 << 16 };

static const struct event {
    const char* name;
    uint32_t type;
    uint64_t config;
    int is_kernels; /* it happens in the kernel only */
} events[] = {
    {"instructions", PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS, 0},
    {"cycles", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES, 0},
    {"cache-references", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CACHE_REFERENCES, 0},
    {"cache-misses", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CACHE_MISSES, 0},
    {"branches", PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_INSTRUCTIONS, 0},
    {"branch-misses", PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_MISSES, 0},
    {"stalled-cycles-frontend", PERF_TYPE_HARDWARE, PERF_COUNT_HW_STALLED_CYCLES_FRONTEND, 0},
    {"stalled-cycles-backend", PERF_TYPE_HARDWARE, PERF_COUNT_HW_STALLED_CYCLES_BACKEND, 0},
    {"page-faults", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS, 0},
    {"minor-faults", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS_MIN, 0},
    {"major-faults", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS_MAJ, 0},
    {"context-switches", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CONTEXT_SWITCHES, 1},
    {"cpu-migrations", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_MIGRATIONS, 1},
};

static tapestry_state counters[MOST]; /* those that can be had */
static const struct event* event_of[MOST];
static unsigned count;

static __thread struct {
    int is_on;
    int files[MOST];
    uint64_t last[MOST];
    uint64_t** rows; /* by state: its record */
    struct tapestry_chunk* chunk;
    uint64_t *at, *end;
} self __attribute__((tls_model("initial-exec")));

static int open_event(const struct event* event, int leader) {
    struct perf_event_attr attr;
    memset(&attr, 0, sizeof attr);
    attr.size = sizeof attr;
    attr.type = event->type;
    attr.config = event->config;
    attr.exclude_kernel = !event->is_kernels;
    attr.exclude_hv = 1;
    attr.pinned = leader < 0; /* a counter that runs at times only would have to be guessed */
    attr.read_format = PERF_FORMAT_GROUP;
    return (int)syscall(SYS_perf_event_open, &attr, 0, -1, leader, PERF_FLAG_FD_CLOEXEC);
}

static void say_refused(const char* name, size_t length, const char* why) {
    char* text = recorder.header->refused_counters;
    const size_t room = sizeof recorder.header->refused_counters, used = strnlen(text, room - 1);
    snprintf(text + used, room - used, "%s%.*s: %s", used ? "; " : "", (int)length, name, why);
}

static const struct event* event_named(const char* name, size_t length) {
    for (size_t i = 0; i < sizeof events / sizeof *events; ++i)
        if (strlen(events[i].name) == length && strncmp(events[i].name, name, length) == 0)
            return &events[i];
    return NULL;
}

static void choose(const char* name, size_t length) {
    const struct event* event = event_named(name, length);
    if (!event || count == MOST) {
        say_refused(name, length, event ? "too many counters" : "no such counter");
        return;
    }
    const int file = open_event(event, -1);
    if (file < 0) {
        const int denied = errno == EACCES || errno == EPERM;
        say_refused(name, length,
                    denied ? "/proc/sys/kernel/perf_event_paranoid or the container forbids it"
                           : "this machine has none");
        return;
    }
    close(file);
    counters[count] = (tapestry_state){event->name, TAPESTRY_UNKNOWN, NULL, NULL, NULL, 0, 0, NULL};
    event_of[count++] = event;
}

void recorder_choose_counters(void) {
    const char* list = getenv("TAPESTRY_RECORD_COUNTERS");
    for (count = 0; list && *list;) {
        const size_t length = strcspn(list, ",");
        if (length > 0) choose(list, length);
        list += length;
        list += *list == ',';
    }
    recorder.counters = count;
}

/* How often things happened to the thread until now; 0: they are not counted now. */
static int look(uint64_t* values) {
    uint64_t read[1 + MOST];
    const size_t bytes = (1 + count) * sizeof *read;
    if (syscall(SYS_read, self.files[0], read, bytes) != (long)bytes) return 0;
    memcpy(values, read + 1, count * sizeof *values);
    return 1;
}

static uint64_t* new_row(uint32_t id) {
    const unsigned words = 1 + 2 * count;
    if (self.end - self.at < (ptrdiff_t)words) {
        if (self.chunk) {
            munmap(self.chunk, TAPESTRY_CHUNK_BYTES);
            memset(self.rows, 0, ROWS * sizeof *self.rows); /* they go on in the new chunk */
        }
        self.at = self.end = NULL;
        self.chunk = recorder_new_slot();
        if (!self.chunk) return NULL;
        self.chunk->thread = recorder_self.number;
        self.at = (uint64_t*)(self.chunk + 1);
        self.end = (uint64_t*)((char*)self.chunk + TAPESTRY_CHUNK_BYTES);
        __atomic_store_n(&self.chunk->magic, TAPESTRY_CHUNK_MAGIC, __ATOMIC_RELEASE);
    }
    uint64_t* row = self.at;
    self.at += words;
    const uint64_t first = TAPESTRY_FIRST_WORD(TAPESTRY_RECORD_COUNTS, words, 0, 0, id);
    row[0] = first;
    for (unsigned i = 0; i < count; ++i) {
        row[1 + 2 * i] = __atomic_load_n(&counters[i].id, __ATOMIC_RELAXED);
        row[2 + 2 * i] = 0;
    }
    recorder_finish(row, first);
    return row;
}

static void stop(const char* why) {
    for (unsigned i = 0; i < count; ++i)
        if (self.files[i] >= 0) close(self.files[i]);
    if (self.rows) munmap(self.rows, ROWS * sizeof *self.rows);
    if (self.chunk) munmap(self.chunk, TAPESTRY_CHUNK_BYTES);
    memset(&self, 0, sizeof self);
    if (!why) return;
    pthread_mutex_lock(&recorder.lock);
    if (!strstr(recorder.header->refused_counters, why)) say_refused("a thread", 8, why);
    pthread_mutex_unlock(&recorder.lock);
}

static int open_all(void) {
    for (unsigned i = 0; i < count; ++i) self.files[i] = -1;
    for (unsigned i = 0; i < count; ++i) {
        self.files[i] = open_event(event_of[i], i == 0 ? -1 : self.files[0]);
        if (self.files[i] < 0) return 0;
    }
    void* rows = mmap(NULL, ROWS * sizeof *self.rows, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (rows == MAP_FAILED) return 0;
    self.rows = rows;
    return look(self.last);
}

void recorder_begin_counters(void) {
    if (count == 0 || self.is_on) return;
    for (unsigned i = 0; i < count; ++i)
        if (!counters[i].id) recorder_define(&counters[i], TAPESTRY_DEFINES_COUNTER);
    if (open_all())
        self.is_on = 1;
    else
        stop("its counters cannot be had together");
}

void recorder_end_counters(void) {
    if (self.is_on) stop(NULL);
}

/* What was counted so far was the library's own. */
void recorder_restart_counters(void) {
    if (!self.is_on) return;
    if (self.rows[0])
        for (unsigned i = 0; i < count; ++i) self.rows[0][2 + 2 * i] = 0;
    if (!look(self.last)) stop("its counters were taken away");
}

/* The innermost state that is recorded; 0: none is open, or it has no row. */
static uint32_t innermost(const struct tapestry_chunk* chunk) {
    uint32_t depth = chunk->depth < TAPESTRY_MOST_OPEN ? chunk->depth : TAPESTRY_MOST_OPEN;
    while (depth > 0 && chunk->open[depth - 1].id == TAPESTRY_INHERITED) --depth;
    const uint32_t id = depth > 0 ? chunk->open[depth - 1].id : 0;
    return id < ROWS ? id : 0;
}

static void add(uint32_t id, const uint64_t* now) {
    uint64_t* row = self.rows[id];
    const int is_new = !row;
    if (is_new) row = self.rows[id] = new_row(id);
    for (unsigned i = 0; i < count; ++i) {
        if (row) row[2 + 2 * i] += now[i] - self.last[i];
        self.last[i] = now[i];
    }
    if (!row) recorder_lost();
    if (is_new) look(self.last); /* a row is made by the library, and not by the program */
}

/* A signal handler that comes just then leaves the counting to what it interrupted. */
void recorder_count_until_now(void) {
    if (!self.is_on || !recorder_self.chunk || !recorder_take()) return;
    const int saved = errno;
    uint64_t now[MOST];
    if (look(now))
        add(innermost(recorder_self.chunk), now);
    else
        stop("its counters were taken away");
    errno = saved;
    recorder_give();
}
