/* SPDX-License-Identifier: Apache-2.0 */
/* Only in the shared library: regions, barriers, tasks and locks of OpenMP, through OMPT, the tools
 * interface of the standard, which clang's runtime has. The declarations are those of the standard
 * (OpenMP 5.0, section 4): its header comes with a compiler that the library does not need.
 *
 * A thread of a team is in `omp_parallel` from the beginning of its part of a region, in
 * `omp_barrier` while it waits at a barrier, and in `omp_idle` between regions, where it waits for
 * the thread that begins the next one. The runtime tells a
 * thread that the barrier at the end of a region is over only when it has work for it again; so the
 * end of the region is noted by the thread that began it. */
#define _GNU_SOURCE
#include <stdlib.h>

#include "recorder.h"

typedef union {
    uint64_t value;
    void* ptr;
} ompt_data_t;
typedef void (*ompt_callback_t)(void);
typedef ompt_callback_t (*ompt_function_lookup_t)(const char* name);
typedef int (*ompt_set_callback_t)(int event, ompt_callback_t callback);
typedef struct {
    int (*initialize)(ompt_function_lookup_t, int device, ompt_data_t* data);
    void (*finalize)(ompt_data_t* data);
    ompt_data_t data;
} ompt_start_tool_result_t;

enum {
    THREAD_BEGIN = 1,
    PARALLEL_BEGIN = 3,
    PARALLEL_END = 4,
    TASK_CREATE = 5,
    TASK_SCHEDULE = 6,
    IMPLICIT_TASK = 7,
    SYNC_REGION_WAIT = 16,
    MUTEX_ACQUIRE = 26,
    MUTEX_ACQUIRED = 27
};
enum { SCOPE_BEGIN = 1 };
enum { THREAD_WORKER = 2 };
enum { TASK_INITIAL = 1, TASK_EXPLICIT = 4 };
enum { TASK_COMPLETE = 1, TASK_CANCEL = 3, TASK_SWITCH = 7 };
enum { SYNC_TASKWAIT = 5, SYNC_TASKGROUP = 6, SYNC_REDUCTION = 7 };
enum { MUTEX_LOCK = 1, MUTEX_NEST_LOCK = 3, MUTEX_CRITICAL = 5, MUTEX_ORDERED = 7 };

#define STATE(name, category) \
    static tapestry_state name = {#name, category, NULL, NULL, NULL, 0, 0, NULL}
STATE(omp_parallel, TAPESTRY_BUSY);
STATE(omp_task, TAPESTRY_BUSY);
STATE(omp_barrier, TAPESTRY_WAIT_SYNC);
STATE(omp_taskwait, TAPESTRY_WAIT_SYNC);
STATE(omp_critical, TAPESTRY_WAIT_SYNC);
STATE(omp_lock, TAPESTRY_WAIT_SYNC);
STATE(omp_ordered, TAPESTRY_WAIT_SYNC);
STATE(omp_idle, TAPESTRY_IDLE);

struct region {
    tapestry_state* state;
    uint64_t id;
    uint64_t begin, end; /* ticks; 0: not yet */
    int tid;             /* of the thread that began it */
    unsigned users;
};

/* What the calling thread is in. Regions and tasks inside too many others are left out. */
enum { MOST = 16 };
struct part {
    struct region* region;
    uint64_t barriers;
    uint64_t arrived; /* ticks, at the barrier it waits at; 0: at none */
    tapestry_state* barrier;
};
static __thread struct {
    struct part parts[MOST];
    const void* tasks[MOST];
    tapestry_state* lock;
    unsigned depth, task_depth;
    uint64_t idle_since; /* ticks; 0: it is not */
} self __attribute__((tls_model("initial-exec")));

static struct part* current(void) {
    return self.depth > 0 && self.depth <= MOST ? &self.parts[self.depth - 1] : NULL;
}

static void release(struct region* region) {
    if (__atomic_sub_fetch(&region->users, 1, __ATOMIC_ACQ_REL) == 0) free(region);
}

/* Other processes number their regions too. */
static uint64_t new_id(void) {
    static uint64_t last, machine; /* any thread may be the first to ask which it is */
    if (!__atomic_load_n(&machine, __ATOMIC_RELAXED))
        __atomic_store_n(&machine, tapestry_clock_id() | 1, __ATOMIC_RELAXED);
    const uint64_t own =
        __atomic_load_n(&machine, __ATOMIC_RELAXED) ^ (uint64_t)recorder.header->pid << 32;
    const uint64_t id = own + __atomic_add_fetch(&last, 1, __ATOMIC_RELAXED);
    return (id ^ id >> 29) * UINT64_C(0xbf58476d1ce4e5b9);
}

static void on_parallel_begin(ompt_data_t* task, const void* frame, ompt_data_t* parallel,
                              unsigned wanted, int flags, const void* code) {
    (void)task, (void)frame, (void)wanted, (void)flags;
    struct region* region = calloc(1, sizeof *region);
    parallel->ptr = region;
    if (!region) return;
    region->state = tapestry_site(&omp_parallel, code);
    region->id = new_id();
    region->tid = recorder_own_tid();
    region->begin = recorder_ticks();
    region->users = 1;
}

static void on_parallel_end(ompt_data_t* parallel, ompt_data_t* task, int flags, const void* code) {
    (void)task, (void)flags, (void)code;
    struct region* region = parallel->ptr;
    if (!region) return;
    __atomic_store_n(&region->end, recorder_ticks(), __ATOMIC_RELEASE);
    release(region);
}

static void leave_idle(const struct region* next) {
    if (!self.idle_since) return;
    if (next && next->begin > self.idle_since)
        tapestry_message(&omp_idle, TAPESTRY_AWAITS_THREAD, self.idle_since, next->begin, next->tid,
                         TAPESTRY_WAITS_FOR_SIGNAL, 0, 0, 0);
    tapestry_leave(&omp_idle);
    self.idle_since = 0;
}

static void begin_part(struct region* region) {
    leave_idle(region);
    if (self.depth++ >= MOST || !region) {
        if (self.depth <= MOST) *current() = (struct part){0};
        return;
    }
    __atomic_fetch_add(&region->users, 1, __ATOMIC_RELAXED);
    *current() = (struct part){.region = region};
    tapestry_enter(region->state);
}

static void end_part(unsigned index) {
    struct part* part = current();
    if (self.depth > 0) --self.depth;
    if (!part || !part->region) return;
    const uint64_t end = __atomic_load_n(&part->region->end, __ATOMIC_ACQUIRE);
    const uint64_t now = recorder_ticks();
    recorder_leave_at(part->region->state, end ? end : now);
    if (index != 0 && self.depth == 0) {
        self.idle_since = end ? end : now;
        recorder_enter_at(&omp_idle, self.idle_since);
    }
    release(part->region);
}

static void on_implicit_task(int scope, ompt_data_t* parallel, ompt_data_t* task, unsigned threads,
                             unsigned index, int flags) {
    (void)task, (void)threads;
    if (flags & TASK_INITIAL) return;
    if (scope == SCOPE_BEGIN)
        begin_part(parallel ? parallel->ptr : NULL);
    else
        end_part(index);
}

static void on_thread_begin(int kind, ompt_data_t* data) {
    (void)data;
    if (kind != THREAD_WORKER) return;
    recorder_self.kind = TAPESTRY_THREAD_OPENMP;
}

static void end_wait(struct part* part) {
    const uint64_t over = __atomic_load_n(&part->region->end, __ATOMIC_ACQUIRE);
    const uint64_t end = over ? over : recorder_ticks();
    if (part->barrier == &omp_barrier)
        tapestry_message(&omp_barrier, TAPESTRY_BARRIER, part->arrived, end, -1, 0,
                         part->region->id, 0, part->barriers++);
    recorder_leave_at(part->barrier, end);
    part->arrived = 0;
}

static void on_sync_wait(int kind, int scope, ompt_data_t* parallel, ompt_data_t* task,
                         const void* code) {
    (void)parallel, (void)task, (void)code;
    struct part* part = current();
    if (!part || !part->region || kind == SYNC_REDUCTION) return;
    if (scope != SCOPE_BEGIN) {
        if (part->arrived) end_wait(part);
        return;
    }
    const int is_barrier = kind != SYNC_TASKWAIT && kind != SYNC_TASKGROUP;
    if (part->arrived) return; /* a task that a waiting thread runs waits itself */
    part->barrier = is_barrier ? &omp_barrier : &omp_taskwait;
    tapestry_enter(part->barrier);
    part->arrived = recorder_ticks();
}

static void on_task_create(ompt_data_t* task, const void* frame, ompt_data_t* created, int flags,
                           int dependences, const void* code) {
    (void)task, (void)frame, (void)dependences;
    if (flags & TASK_EXPLICIT) created->ptr = tapestry_site(&omp_task, code);
}

static void leave_task(tapestry_state* state) {
    if (self.task_depth == 0 || self.task_depth > MOST) return;
    --self.task_depth;
    tapestry_leave(state);
}

static void on_task_schedule(ompt_data_t* before, int status, ompt_data_t* next) {
    const void* top = self.task_depth > 0 ? self.tasks[self.task_depth - 1] : NULL;
    const int has_ended = status == TASK_COMPLETE || status == TASK_CANCEL;
    if (top == before && before->ptr && (has_ended || (status == TASK_SWITCH && !next->ptr))) {
        leave_task(before->ptr);
        top = self.task_depth > 0 ? self.tasks[self.task_depth - 1] : NULL;
    }
    if (!next || !next->ptr || top == next || self.task_depth >= MOST) return;
    self.tasks[self.task_depth++] = next;
    tapestry_enter(next->ptr);
}

static void on_mutex_acquire(int kind, unsigned hint, unsigned kind_of_lock, uint64_t id,
                             const void* code) {
    (void)hint, (void)kind_of_lock, (void)id;
    tapestry_state* state = kind == MUTEX_CRITICAL                          ? &omp_critical
                            : kind == MUTEX_ORDERED                         ? &omp_ordered
                            : kind == MUTEX_LOCK || kind == MUTEX_NEST_LOCK ? &omp_lock
                                                                            : NULL;
    self.lock = state ? tapestry_site(state, code) : NULL;
    if (self.lock) tapestry_enter(self.lock);
}
static void on_mutex_acquired(int kind, uint64_t id, const void* code) {
    (void)kind, (void)id, (void)code;
    if (self.lock) tapestry_leave(self.lock);
    self.lock = NULL;
}

static int initialize(ompt_function_lookup_t lookup, int device, ompt_data_t* data) {
    (void)device, (void)data;
    const ompt_set_callback_t set = (ompt_set_callback_t)lookup("ompt_set_callback");
    if (!set) return 0;
    set(THREAD_BEGIN, (ompt_callback_t)on_thread_begin);
    set(PARALLEL_BEGIN, (ompt_callback_t)on_parallel_begin);
    set(PARALLEL_END, (ompt_callback_t)on_parallel_end);
    set(TASK_CREATE, (ompt_callback_t)on_task_create);
    set(TASK_SCHEDULE, (ompt_callback_t)on_task_schedule);
    set(IMPLICIT_TASK, (ompt_callback_t)on_implicit_task);
    set(SYNC_REGION_WAIT, (ompt_callback_t)on_sync_wait);
    set(MUTEX_ACQUIRE, (ompt_callback_t)on_mutex_acquire);
    set(MUTEX_ACQUIRED, (ompt_callback_t)on_mutex_acquired);
    return 1;
}
static void finalize(ompt_data_t* data) { (void)data; }

/* The runtime looks for this function when it begins. */
TAPESTRY_PUBLIC ompt_start_tool_result_t* ompt_start_tool(unsigned version, const char* runtime);
TAPESTRY_PUBLIC ompt_start_tool_result_t* ompt_start_tool(unsigned version, const char* runtime) {
    static ompt_start_tool_result_t result = {initialize, finalize, {0}};
    (void)version, (void)runtime;
    return recorder_is_on() ? &result : NULL;
}
