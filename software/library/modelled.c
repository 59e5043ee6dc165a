/* SPDX-License-Identifier: Apache-2.0 */
/* Modelled time: the time that a thread would need if the simulated device were real. While the
 * thread computes, its modelled time advances with the processor time it uses, so that neither
 * the simulation nor other programs count. While it waits for the device, the device's cycles
 * count. Each driver call records which interval of wall time corresponds to which interval of
 * modelled time. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "recorder.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
/* Live threads that have called a driver, or were created after one was called: they may call it
 * next. */
static struct tapestry_modelled* threads;
static int is_used;     /* a driver was called */
static uint64_t latest; /* modelled time that any of them has come to */

int recorder_is_modelled(void) { return __atomic_load_n(&is_used, __ATOMIC_RELAXED); }

static uint64_t cpu_ns(clockid_t clock) {
    struct timespec t;
    if (clock_gettime(clock, &t) != 0) return 0;
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

/* Requires the lock, or that the thread is the caller. A call begins without the lock, because a
 * thread that had to wait for it would look asleep. */
static uint64_t modelled_now(const struct tapestry_modelled* t) {
    if (__atomic_load_n(&t->doing, __ATOMIC_ACQUIRE) != MODEL_WORKS)
        return __atomic_load_n(&t->call_ns, __ATOMIC_RELAXED);
    return t->ns + (cpu_ns(t->clock) - t->cpu);
}

uint64_t recorder_modelled_now(void) {
    const struct tapestry_modelled* self = &recorder_self.model;
    if (self->is_listed) return modelled_now(self);
    return self->born_ns + cpu_ns(CLOCK_THREAD_CPUTIME_ID) - self->begin_ns;
}

static void note(uint64_t start_ticks, uint64_t from_ns, uint64_t to_ns) {
    recorder_append(5, TAPESTRY_FIRST_WORD(TAPESTRY_RECORD_MODELLED, 5, 0, 0, 0),
                    (uint64_t[]){start_ticks, recorder_ticks(), from_ns, to_ns});
}

static void list(struct tapestry_modelled* thread) {
    thread->is_listed = 1;
    pthread_mutex_lock(&lock);
    thread->next = threads;
    threads = thread;
    pthread_mutex_unlock(&lock);
}

/* Requires the lock. */
static void unlist(struct tapestry_modelled* thread) {
    struct tapestry_modelled** at = &threads;
    while (*at && *at != thread) at = &(*at)->next;
    if (*at) *at = thread->next;
    thread->is_listed = 0;
}

/* The thread's life so far counts as computing. */
static void list_self(struct tapestry_modelled* self) {
    self->tid = (int)syscall(SYS_gettid);
    pthread_getcpuclockid(pthread_self(), &self->clock);
    self->cpu = cpu_ns(self->clock);
    self->ns = self->born_ns + self->cpu - self->begin_ns;
    self->doing = MODEL_WORKS;
    list(self);
}

void recorder_expect_thread(struct tapestry_modelled* child) {
    child->born_ns = child->call_ns = recorder_modelled_now();
    child->doing = MODEL_CALLS; /* its time stands still until it runs */
    child->is_listed = 0;
    if (!__atomic_load_n(&is_used, __ATOMIC_RELAXED)) return;
    const int taken = recorder_take(); /* a signal handler must not begin to record just now */
    list(child);
    if (taken) recorder_give();
}

void recorder_expect_no_more(struct tapestry_modelled* child) {
    if (!child->is_listed) return;
    const int taken = recorder_take();
    pthread_mutex_lock(&lock);
    unlist(child);
    pthread_mutex_unlock(&lock);
    if (taken) recorder_give();
}

void recorder_thread_came(struct tapestry_modelled* child) {
    recorder_self.model.born_ns = child->born_ns;
    if (child->is_listed) list_self(&recorder_self.model);
    recorder_expect_no_more(child);
}

static void join_model(struct tapestry_modelled* self) {
    __atomic_store_n(&is_used, 1, __ATOMIC_RELAXED);
    if (!self->is_listed) list_self(self);
    self->is_in = 1;
    const uint64_t start = recorder_self.kind == TAPESTRY_THREAD_MAIN ? recorder.header->start_ticks
                                                                      : recorder_self.start;
    note(start, self->born_ns, modelled_now(self));
}

static struct tapestry_modelled* here(void) {
    struct tapestry_modelled* self = &recorder_self.model;
    if (!recorder_self.chunk && !recorder_begin_thread()) return NULL;
    if (!self->is_in) join_model(self);
    return self;
}

uint64_t recorder_pause_model(void) {
    struct tapestry_modelled* self = &recorder_self.model;
    const uint64_t cpu = cpu_ns(CLOCK_THREAD_CPUTIME_ID);
    if (self->is_listed) {
        __atomic_store_n(&self->call_ns, self->ns + (cpu - self->cpu), __ATOMIC_RELAXED);
        __atomic_store_n(&self->doing, MODEL_CALLS, __ATOMIC_RELEASE);
    }
    return cpu;
}

void recorder_resume_model(uint64_t paused) {
    struct tapestry_modelled* self = &recorder_self.model;
    pthread_mutex_lock(&lock);
    const uint64_t cpu = cpu_ns(CLOCK_THREAD_CPUTIME_ID);
    self->begin_ns += cpu - paused;
    if (self->is_listed) {
        self->ns = self->call_ns;
        self->cpu = cpu;
        __atomic_store_n(&self->doing, MODEL_WORKS, __ATOMIC_RELEASE);
    }
    pthread_mutex_unlock(&lock);
}

void recorder_leave_model(int is_last) {
    struct tapestry_modelled* self = &recorder_self.model;
    if (!self->is_listed) return;
    const uint64_t now = modelled_now(self);
    pthread_mutex_lock(&lock);
    unlist(self);
    if (self->is_in && now > latest) latest = now;
    const uint64_t end = is_last ? latest : now;
    pthread_mutex_unlock(&lock);
    if (self->is_in) note(recorder_ticks(), end, end);
    self->is_in = 0;
}

void recorder_model_after_fork(void) {
    pthread_mutex_init(&lock, NULL);
    threads = NULL;
    is_used = 0;
    latest = 0;
    recorder_self.model.is_in = recorder_self.model.is_listed = 0;
    recorder_self.model.born_ns = 0;
}

/* A thread that sleeps, for a lock or a file, does not hold the device up meanwhile. */
static int sleeps(int tid) {
    char path[64], text[512];
    snprintf(path, sizeof path, "/proc/self/task/%d/stat", tid);
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    const ssize_t got = file < 0 ? -1 : read(file, text, sizeof text - 1);
    if (file >= 0) close(file);
    if (got <= 0) return 1;
    text[got] = 0;
    const char* name_end = strrchr(text, ')');
    return !name_end || (name_end[1] == ' ' && name_end[2] != 'R');
}

TAPESTRY_PUBLIC uint64_t tapestry_model_clock(const char* clock, double hz) {
    FORWARD(model_clock(clock, hz));
    struct tapestry_modelled* self = here();
    tapestry_state* named = self ? tapestry_state_named(clock, -3, NULL, NULL, NULL) : NULL;
    if (!named) return 0;
    if (!named->id) recorder_define(named, TAPESTRY_DEFINES_CLOCK);
    const uint64_t now = modelled_now(self);
    uint64_t bits;
    memcpy(&bits, &hz, sizeof bits);
    recorder_append(3, TAPESTRY_FIRST_WORD(TAPESTRY_RECORD_MODEL_CLOCK, 3, 0, 0, named->id),
                    (uint64_t[]){now, bits});
    return now;
}

TAPESTRY_PUBLIC uint64_t tapestry_model_call(void) {
    FORWARD(model_call());
    struct tapestry_modelled* self = here();
    if (!self) return 0;
    self->call_ticks = recorder_ticks();
    const uint64_t now = modelled_now(self);
    self->from_ns = now;
    __atomic_store_n(&self->call_ns, now, __ATOMIC_RELAXED);
    __atomic_store_n(&self->doing, MODEL_CALLS, __ATOMIC_RELEASE);
    return now;
}

TAPESTRY_PUBLIC tapestry_modelled* tapestry_model_wait(void) {
    FORWARD(model_wait());
    struct tapestry_modelled* self = &recorder_self.model;
    if (!self->is_in) return NULL;
    pthread_mutex_lock(&lock);
    if (self->doing == MODEL_CALLS) __atomic_store_n(&self->doing, MODEL_WAITS, __ATOMIC_RELEASE);
    pthread_mutex_unlock(&lock);
    return self;
}

TAPESTRY_PUBLIC void tapestry_model_done(tapestry_modelled* thread, uint64_t ns) {
    FORWARD(model_done(thread, ns));
    if (!thread) return;
    pthread_mutex_lock(&lock);
    if (thread->doing == MODEL_WAITS) {
        if (ns > thread->call_ns) thread->call_ns = ns;
        if (thread->call_ns > latest) latest = thread->call_ns;
        __atomic_store_n(&thread->doing, MODEL_CALLS, __ATOMIC_RELEASE);
    }
    pthread_mutex_unlock(&lock);
}

TAPESTRY_PUBLIC void tapestry_model_go_on(void) {
    FORWARD(model_go_on());
    struct tapestry_modelled* self = &recorder_self.model;
    if (!self->is_in || self->doing == MODEL_WORKS) return;
    note(self->call_ticks, self->from_ns, self->call_ns);
    pthread_mutex_lock(&lock);
    self->ns = self->call_ns;
    self->cpu = cpu_ns(self->clock);
    __atomic_store_n(&self->doing, MODEL_WORKS, __ATOMIC_RELEASE);
    pthread_mutex_unlock(&lock);
}

TAPESTRY_PUBLIC uint64_t tapestry_model_horizon(void) {
    FORWARD(model_horizon());
    uint64_t least = UINT64_MAX;
    pthread_mutex_lock(&lock);
    for (const struct tapestry_modelled* t = threads; t; t = t->next) {
        const int doing = __atomic_load_n(&t->doing, __ATOMIC_ACQUIRE);
        if (doing == MODEL_WAITS) continue;
        const uint64_t now = modelled_now(t);
        /* It may have made a call while we checked whether it sleeps. */
        if (doing == MODEL_WORKS && sleeps(t->tid) &&
            __atomic_load_n(&t->doing, __ATOMIC_ACQUIRE) == MODEL_WORKS)
            continue;
        if (now < least) least = now;
    }
    pthread_mutex_unlock(&lock);
    return least;
}
