/* SPDX-License-Identifier: Apache-2.0 */
/* Only in the shared library: waits of threads for each other. A lock that is free costs no
 * record. */
#define _GNU_SOURCE
#include <errno.h>
#include <linux/futex.h>
#include <semaphore.h>
#include <stdarg.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "posix_calls.h"

void recorder_leave_wait(struct recorder_call call, int pattern, int tid) {
    if (!call.state) return;
    const int saved = errno;
    const uint64_t end = recorder_ticks();
    if (tid > 0)
        tapestry_message(call.state, TAPESTRY_AWAITS_THREAD, call.start, end, tid, pattern, 0, 0,
                         0);
    tapestry_leave(call.state);
    errno = saved;
}

/* Which thread last did something with an object: its address and the tid in one word. An entry is
 * lost when another object takes its place; then the thread is not known. */
enum { OBJECTS = 1 << 12, TID_BITS = 22 };
static uint64_t key_of(const void* object) { return (uint64_t)(uintptr_t)object >> 3 << TID_BITS; }
static uint64_t* entry_of(uint64_t* entries, const void* object) {
    return &entries[(uint64_t)(uintptr_t)object * UINT64_C(0x9e3779b97f4a7c15) >> 52];
}
int recorder_own_tid(void) {
    if (!recorder_self.tid) recorder_self.tid = (int)syscall(SYS_gettid);
    return recorder_self.tid;
}
static void note_thread_of(uint64_t* entries, const void* object) {
    __atomic_store_n(entry_of(entries, object), key_of(object) | (uint64_t)recorder_own_tid(),
                     __ATOMIC_RELAXED);
}
static int thread_of(uint64_t* entries, const void* object) {
    const uint64_t entry = __atomic_load_n(entry_of(entries, object), __ATOMIC_RELAXED);
    const uint64_t tid = entry & ((UINT64_C(1) << TID_BITS) - 1);
    return (entry ^ tid) == key_of(object) ? (int)tid : 0;
}
static uint64_t threads[OBJECTS]; /* that run, by pthread_t */
static uint64_t ended[OBJECTS];   /* that have ended, likewise: a later thread may get the same */
static uint64_t signallers[OBJECTS]; /* by condition variable */

void recorder_note_pthread(void) { note_thread_of(threads, (const void*)pthread_self()); }

void recorder_note_pthread_end(void) {
    const void* self = (const void*)pthread_self();
    uint64_t own = key_of(self) | (uint64_t)recorder_own_tid();
    note_thread_of(ended, self);
    __atomic_compare_exchange_n(entry_of(threads, self), &own, 0, 0, __ATOMIC_RELAXED,
                                __ATOMIC_RELAXED);
}

/* A wait for a thread begins before that runs, while it runs, or when it has ended. */
static int tid_before_join(struct recorder_call call, pthread_t thread) {
    return call.state ? thread_of(threads, (const void*)thread) : 0;
}
static void leave_join(struct recorder_call call, pthread_t thread, int tid) {
    if (call.state && !tid) tid = thread_of(ended, (const void*)thread);
    recorder_leave_wait(call, TAPESTRY_WAITS_FOR_END, tid);
}

#ifdef __GLIBC__
#define OWNER_OF(mutex) __atomic_load_n(&(mutex)->__data.__owner, __ATOMIC_RELAXED)
#define WRITER_OF(lock) __atomic_load_n(&(lock)->__data.__cur_writer, __ATOMIC_RELAXED)
#else
#define OWNER_OF(mutex) 0
#define WRITER_OF(lock) 0
#endif

/* A function that takes a lock which its first parameter points at; `attempt` takes it if it is
 * free. A thread that reads a lock is not known to those that wait for it. */
#define LOCK(function, attempt, holder, parameters, arguments)                            \
    STATE(function, TAPESTRY_WAIT_SYNC);                                                  \
    TAPESTRY_PUBLIC int function parameters {                                             \
        const int got = attempt(lock);                                                    \
        if (got != EBUSY) return got;                                                     \
        const struct recorder_call call = recorder_enter_call(&function##_state, CALLER); \
        const int tid = holder(lock);                                                     \
        const int status = NEXT(function) arguments;                                      \
        recorder_leave_wait(call, TAPESTRY_WAITS_FOR_LOCK, tid);                          \
        return status;                                                                    \
    }
#define UNTIL const struct timespec* until
LOCK(pthread_mutex_lock, pthread_mutex_trylock, OWNER_OF, (pthread_mutex_t * lock), (lock))
LOCK(pthread_mutex_timedlock, pthread_mutex_trylock, OWNER_OF, (pthread_mutex_t * lock, UNTIL),
     (lock, until))
LOCK(pthread_mutex_clocklock, pthread_mutex_trylock, OWNER_OF,
     (pthread_mutex_t * lock, clockid_t clock, UNTIL), (lock, clock, until))
LOCK(pthread_rwlock_rdlock, pthread_rwlock_tryrdlock, WRITER_OF, (pthread_rwlock_t * lock), (lock))
LOCK(pthread_rwlock_wrlock, pthread_rwlock_trywrlock, WRITER_OF, (pthread_rwlock_t * lock), (lock))
LOCK(pthread_rwlock_timedrdlock, pthread_rwlock_tryrdlock, WRITER_OF,
     (pthread_rwlock_t * lock, UNTIL), (lock, until))
LOCK(pthread_rwlock_timedwrlock, pthread_rwlock_trywrlock, WRITER_OF,
     (pthread_rwlock_t * lock, UNTIL), (lock, until))
LOCK(pthread_rwlock_clockrdlock, pthread_rwlock_tryrdlock, WRITER_OF,
     (pthread_rwlock_t * lock, clockid_t clock, UNTIL), (lock, clock, until))
LOCK(pthread_rwlock_clockwrlock, pthread_rwlock_trywrlock, WRITER_OF,
     (pthread_rwlock_t * lock, clockid_t clock, UNTIL), (lock, clock, until))

STATE(pthread_cond_wait, TAPESTRY_WAIT_SYNC);
TAPESTRY_PUBLIC int pthread_cond_wait(pthread_cond_t* condition, pthread_mutex_t* mutex) {
    const struct recorder_call call = recorder_enter_call(&pthread_cond_wait_state, CALLER);
    const int status = NEXT(pthread_cond_wait)(condition, mutex);
    recorder_leave_wait(call, TAPESTRY_WAITS_FOR_SIGNAL, thread_of(signallers, condition));
    return status;
}

STATE(pthread_cond_timedwait, TAPESTRY_WAIT_SYNC);
TAPESTRY_PUBLIC int pthread_cond_timedwait(pthread_cond_t* condition, pthread_mutex_t* mutex,
                                           const struct timespec* until) {
    const struct recorder_call call = recorder_enter_call(&pthread_cond_timedwait_state, CALLER);
    const int status = NEXT(pthread_cond_timedwait)(condition, mutex, until);
    recorder_leave_wait(call, TAPESTRY_WAITS_FOR_SIGNAL,
                        status == 0 ? thread_of(signallers, condition) : 0);
    return status;
}

STATE(pthread_cond_clockwait, TAPESTRY_WAIT_SYNC);
TAPESTRY_PUBLIC int pthread_cond_clockwait(pthread_cond_t* condition, pthread_mutex_t* mutex,
                                           clockid_t clock, const struct timespec* until) {
    const struct recorder_call call = recorder_enter_call(&pthread_cond_clockwait_state, CALLER);
    const int status = NEXT(pthread_cond_clockwait)(condition, mutex, clock, until);
    recorder_leave_wait(call, TAPESTRY_WAITS_FOR_SIGNAL,
                        status == 0 ? thread_of(signallers, condition) : 0);
    return status;
}

TAPESTRY_PUBLIC int pthread_cond_signal(pthread_cond_t* condition) {
    if (recorder_is_on()) note_thread_of(signallers, condition);
    return NEXT(pthread_cond_signal)(condition);
}
TAPESTRY_PUBLIC int pthread_cond_broadcast(pthread_cond_t* condition) {
    if (recorder_is_on()) note_thread_of(signallers, condition);
    return NEXT(pthread_cond_broadcast)(condition);
}

#define JOIN(function, parameters, arguments)                                             \
    STATE(function, TAPESTRY_WAIT_SYNC);                                                  \
    TAPESTRY_PUBLIC int function parameters {                                             \
        const struct recorder_call call = recorder_enter_call(&function##_state, CALLER); \
        const int tid = tid_before_join(call, thread);                                    \
        const int status = NEXT(function) arguments;                                      \
        leave_join(call, thread, tid);                                                    \
        return status;                                                                    \
    }
JOIN(pthread_join, (pthread_t thread, void** result), (thread, result))
JOIN(pthread_timedjoin_np, (pthread_t thread, void** result, UNTIL), (thread, result, until))
JOIN(pthread_clockjoin_np, (pthread_t thread, void** result, clockid_t clock, UNTIL),
     (thread, result, clock, until))

STATE(pthread_barrier_wait, TAPESTRY_WAIT_SYNC);
TAPESTRY_PUBLIC int pthread_barrier_wait(pthread_barrier_t* barrier) {
    const struct recorder_call call = recorder_enter_call(&pthread_barrier_wait_state, CALLER);
    const int status = NEXT(pthread_barrier_wait)(barrier);
    recorder_leave_wait(call, 0, 0);
    return status;
}

#define SEMAPHORE(function, parameters, arguments)                                        \
    STATE(function, TAPESTRY_WAIT_SYNC);                                                  \
    TAPESTRY_PUBLIC int function parameters {                                             \
        const int saved = errno;                                                          \
        if (sem_trywait(semaphore) == 0) return 0;                                        \
        errno = saved;                                                                    \
        const struct recorder_call call = recorder_enter_call(&function##_state, CALLER); \
        const int status = NEXT(function) arguments;                                      \
        recorder_leave_wait(call, 0, 0);                                                  \
        return status;                                                                    \
    }
SEMAPHORE(sem_wait, (sem_t * semaphore), (semaphore))
SEMAPHORE(sem_timedwait, (sem_t * semaphore, UNTIL), (semaphore, until))
SEMAPHORE(sem_clockwait, (sem_t * semaphore, clockid_t clock, UNTIL), (semaphore, clock, until))

/* What C++ has besides these (std::atomic::wait, std::latch, std::barrier, std::future, …) asks the
 * system itself, by this function. It is called before there is anything to look another one up
 * with. */
#if defined(__x86_64__) || defined(__aarch64__)
static long system_call(long number, const long a[6]) {
#ifdef __x86_64__
    register long r10 __asm__("r10") = a[3];
    register long r8 __asm__("r8") = a[4];
    register long r9 __asm__("r9") = a[5];
    long result;
    __asm__ volatile("syscall"
                     : "=a"(result)
                     : "a"(number), "D"(a[0]), "S"(a[1]), "d"(a[2]), "r"(r10), "r"(r8), "r"(r9)
                     : "rcx", "r11", "memory");
#else
    register long x8 __asm__("x8") = number;
    register long result __asm__("x0") = a[0];
    register long x1 __asm__("x1") = a[1];
    register long x2 __asm__("x2") = a[2];
    register long x3 __asm__("x3") = a[3];
    register long x4 __asm__("x4") = a[4];
    register long x5 __asm__("x5") = a[5];
    __asm__ volatile("svc 0"
                     : "+r"(result)
                     : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4), "r"(x5)
                     : "memory");
#endif
    if (result >= 0 || result < -4095) return result;
    errno = (int)-result;
    return -1;
}

STATE(futex_wait, TAPESTRY_WAIT_SYNC);
TAPESTRY_PUBLIC long syscall(long number, ...) {
    long a[6];
    va_list arguments;
    va_start(arguments, number);
    for (int i = 0; i < 6; ++i) a[i] = va_arg(arguments, long);
    va_end(arguments);
    if (number != SYS_futex) return system_call(number, a);
    const void* word = (const void*)a[0];
    const long operation = a[1] & FUTEX_CMD_MASK;
    if ((operation == FUTEX_WAKE || operation == FUTEX_WAKE_BITSET) && recorder_is_on())
        note_thread_of(signallers, word);
    if (operation != FUTEX_WAIT && operation != FUTEX_WAIT_BITSET) return system_call(number, a);
    const struct recorder_call call = recorder_enter_call(&futex_wait_state, CALLER);
    const long result = system_call(number, a);
    recorder_leave_wait(call, TAPESTRY_WAITS_FOR_SIGNAL,
                        result == 0 ? thread_of(signallers, word) : 0);
    return result;
}
#endif
