/* SPDX-License-Identifier: Apache-2.0 */
/* A thread asks a simulated device for something while others, which have not called it yet, are
 * about to run, work or have ended: the device may run up to the moment that the one at work has
 * come to, and no further. */
#define _GNU_SOURCE
#include <pthread.h>
#include <time.h>

#include "expect.h"
#include "tapestry.h"

static tapestry_state step = {"step", TAPESTRY_BUSY, NULL, NULL, NULL, 0, 0, NULL};
static int is_over, is_morning;

static uint64_t worked_ns(clockid_t clock) {
    struct timespec t;
    clock_gettime(clock, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static void* work(void* unused) {
    while (!__atomic_load_n(&is_over, __ATOMIC_RELAXED)) {
    }
    return unused;
}
static void* exits(void* unused) { pthread_exit(unused); }
static void* sleeps(void* unused) {
    while (!__atomic_load_n(&is_morning, __ATOMIC_RELAXED))
        nanosleep(&(struct timespec){1, 0}, NULL);
    return unused;
}
/* The thread sanitizer does not know threads that are cancelled while they sleep. */
static void wake(pthread_t thread) {
#ifdef __SANITIZE_THREAD__
    (void)thread;
    __atomic_store_n(&is_morning, 1, __ATOMIC_RELAXED);
#else
    pthread_cancel(thread);
#endif
}

static int is_wrong(const char* what) {
    printf("wrong: %s\n", what);
    return 1;
}

int main(void) {
    tapestry_model_clock("clk", 1e6);
    tapestry_device_clock("clk", 0, tapestry_ticks(), tapestry_ticks());
    tapestry_enter(&step);
    tapestry_leave(&step);
    int wrong = 0;

    pthread_t ended[8], worker, sleeper;
    for (int i = 0; i < 8; ++i) pthread_create(&ended[i], NULL, exits, NULL);
    for (int i = 0; i < 8; ++i) pthread_join(ended[i], NULL);
    const uint64_t now = tapestry_model_call();
    tapestry_model_wait();
    if (tapestry_model_horizon() != UINT64_MAX)
        wrong |= is_wrong("threads that have ended hold the device up");
    tapestry_model_go_on();

    pthread_create(&worker, NULL, work, NULL);
    const uint64_t called = tapestry_model_call();
    tapestry_model_wait();
    for (int i = 0; i < 20; ++i) {
        const uint64_t horizon = tapestry_model_horizon();
        clockid_t clock;
        pthread_getcpuclockid(worker, &clock);
        const uint64_t most = called + worked_ns(clock);
        if (horizon < now || horizon > most)
            wrong |= is_wrong("the device may run ahead of a thread at work");
        const struct timespec moment = {0, 1000000};
        nanosleep(&moment, NULL);
    }
    __atomic_store_n(&is_over, 1, __ATOMIC_RELAXED);
    pthread_join(worker, NULL);
    tapestry_model_go_on();

    pthread_create(&sleeper, NULL, sleeps, NULL);
    tapestry_model_call();
    tapestry_model_wait();
    for (int i = 0; i < 1000 && tapestry_model_horizon() != UINT64_MAX; ++i)
        nanosleep(&(struct timespec){0, 10000000}, NULL);
    if (tapestry_model_horizon() != UINT64_MAX)
        wrong |= is_wrong("a thread that sleeps holds the device up");
    wake(sleeper);
    pthread_join(sleeper, NULL);
    if (tapestry_model_horizon() != UINT64_MAX)
        wrong |= is_wrong("a thread that slept to its end holds the device up");
    tapestry_model_go_on();
    tapestry_device_clock("clk", 100, tapestry_ticks(), tapestry_ticks());
    EXPECT("newborn.main", "step", 1, 0);
    printf("CLOCK newborn.clk 100\n");
    return wrong;
}
