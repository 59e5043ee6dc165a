/* SPDX-License-Identifier: Apache-2.0 */
/* Threads that end inside their states, one after the other, so that each reuses what the last one
 * wrote to; and a main thread that does something else before its first state. */
#define _GNU_SOURCE
#include <pthread.h>
#include <time.h>

#include "expect.h"
#include "tapestry.h"

static tapestry_state outer = {"outer", TAPESTRY_BUSY, NULL, NULL, NULL, 0, 0, NULL};
static tapestry_state inner = {"inner", TAPESTRY_BUSY, NULL, NULL, NULL, 0, 0, NULL};
enum { THREADS = 3, MS = 1000000 };

static void sleep_ms(long ms) {
    const struct timespec t = {0, ms * MS};
    nanosleep(&t, NULL);
}

static void* work(void* unused) {
    tapestry_enter(&outer);
    tapestry_enter(&inner);
    sleep_ms(10);
    return unused;
}

int main(void) {
    sleep_ms(50);
    tapestry_enter(&outer);
    for (int i = 0; i < THREADS; ++i) {
        pthread_t thread;
        pthread_create(&thread, NULL, work, NULL);
        pthread_join(thread, NULL);
        char path[64];
        snprintf(path, sizeof path, "open_at_end.thread[%d]", i);
        EXPECT(path, "outer", 1, 0);
        EXPECT(path, "inner", 1, 0);
        LEAST(path, "inner", 10 * MS);
    }
    tapestry_leave(&outer);
    EXPECT("open_at_end.main", "outer", 1, 0);
    LEAST("open_at_end.main", "outer", THREADS * 10 * MS);
    LEAST("open_at_end.main", "other", 50 * MS);
    return 0;
}
