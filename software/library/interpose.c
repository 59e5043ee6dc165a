/* SPDX-License-Identifier: Apache-2.0 */
/* Only in the shared library: wraps C library functions that the recording must know about,
 * which are thread creation and _exit. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "recorder.h"

struct beginning {
    void* (*routine)(void*);
    void* argument;
    int kind;
    int is_own; /* created by the program itself: it is seen even if it records nothing */
    struct tapestry_modelled model; /* until it runs */
};

/* The kind of a thread, from the library that its start routine is in. */
static int kind_of(void* (*routine)(void*)) {
    Dl_info info;
    if (!dladdr((void*)routine, &info) || !info.dli_fname) return TAPESTRY_THREAD_PTHREAD;
    if (strstr(info.dli_fname, "libstdc++") || strstr(info.dli_fname, "libc++"))
        return TAPESTRY_THREAD_STD;
    if (strstr(info.dli_fname, "libgomp") || strstr(info.dli_fname, "libomp") ||
        strstr(info.dli_fname, "libiomp"))
        return TAPESTRY_THREAD_OPENMP;
    return TAPESTRY_THREAD_PTHREAD;
}

/* A thread that records must return its slot when it ends. */
static void leave(void* unused) {
    (void)unused;
    recorder_note_pthread_end();
    if (!recorder_self.chunk) recorder_leave_model(0);
}

static void* begin(void* argument) {
    struct beginning* b = argument;
    recorder_self.kind = b->kind;
    recorder_self.start = recorder_ticks();
    recorder_note_pthread();
    recorder_thread_came(&b->model);
    if (b->is_own && !recorder_is_modelled()) recorder_begin_thread();
    void* (*const routine)(void*) = b->routine;
    void* const passed = b->argument;
    void* result;
    free(b);
    pthread_cleanup_push(leave, NULL);
    result = routine(passed);
    pthread_cleanup_pop(1);
    return result;
}

static tapestry_state pthread_create_state = {
    "pthread_create", TAPESTRY_OVERHEAD, NULL, NULL, NULL, 0, 0, NULL};

typedef int create_function(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);

TAPESTRY_PUBLIC int pthread_create(pthread_t* thread, const pthread_attr_t* attributes,
                                   void* (*routine)(void*), void* argument) {
    static create_function* found; /* any thread may be the first */
    create_function* next = __atomic_load_n(&found, __ATOMIC_RELAXED);
    if (!next) next = (create_function*)dlsym(RTLD_NEXT, "pthread_create");
    __atomic_store_n(&found, next, __ATOMIC_RELAXED);
    struct beginning* b = recorder_is_on() ? malloc(sizeof *b) : NULL;
    if (!b) return next(thread, attributes, routine, argument);
    *b = (struct beginning){.routine = routine, .argument = argument, .kind = kind_of(routine)};
    b->is_own = recorder_own_site(&pthread_create_state, __builtin_return_address(0)) != NULL;
    recorder_expect_thread(&b->model);
    const int status = next(thread, attributes, begin, b);
    if (status != 0) {
        recorder_expect_no_more(&b->model);
        free(b);
    }
    return status;
}

TAPESTRY_PUBLIC __attribute__((noreturn)) void _exit(int status) {
    recorder_end(TAPESTRY_ENDED_AT_ONCE);
    for (;;) syscall(SYS_exit_group, status);
}
TAPESTRY_PUBLIC __attribute__((noreturn)) void _Exit(int status) { _exit(status); }

TAPESTRY_PUBLIC const struct tapestry_api tapestry_shared_api = {
    tapestry_enter,       tapestry_leave,         tapestry_leave_bytes,    tapestry_count,
    tapestry_note,        tapestry_name_thread,   tapestry_is_recording,   tapestry_device_clock,
    tapestry_model_clock, tapestry_model_call,    tapestry_model_wait,     tapestry_model_done,
    tapestry_model_go_on, tapestry_model_horizon, recorder_enter_function, recorder_leave_function,
    tapestry_recording};
