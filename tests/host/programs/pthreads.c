/* SPDX-License-Identifier: Apache-2.0 */
/* Threads at the same time, each with its own count. They begin in order, so that their numbers are
 * known. */
#define _GNU_SOURCE
#include <pthread.h>

#include "expect.h"
#include "tapestry.h"

static tapestry_state step = {"step", TAPESTRY_BUSY, NULL, NULL, NULL, 0, 0, NULL};
static pthread_barrier_t begun;

static void* work(void* count) {
    tapestry_enter(&step);
    tapestry_leave(&step);
    pthread_barrier_wait(&begun);
    for (long i = 1; i < (long)count; ++i) {
        tapestry_enter(&step);
        tapestry_leave_bytes(&step, 8);
    }
    return NULL;
}

int main(void) {
    enum { THREADS = 4 };
    pthread_t threads[THREADS];
    pthread_barrier_init(&begun, NULL, 2);
    for (long i = 0; i < THREADS; ++i) {
        const long count = 20000 + i;
        pthread_create(&threads[i], NULL, work, (void*)count);
        pthread_barrier_wait(&begun);
        char path[64];
        snprintf(path, sizeof path, "pthreads.thread[%ld]", i);
        EXPECT(path, "step", count, 8 * (count - 1));
    }
    for (int i = 0; i < THREADS; ++i) pthread_join(threads[i], NULL);
    return 0;
}
