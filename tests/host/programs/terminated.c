/* SPDX-License-Identifier: Apache-2.0 */
/* A signal without a handler ends the program inside a state, as a user's Ctrl-C or a batch system
 * does; a thread is at work beside it. */
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include "expect.h"
#include "tapestry.h"

static void* work(void* unused) {
    (void)unused;
    tapestry_name_thread("worker");
    for (int i = 0; i < 1000; ++i) {
        TAPESTRY_STATE("step", TAPESTRY_BUSY);
    }
    return NULL;
}

int main(void) {
    pthread_t worker;
    pthread_create(&worker, NULL, work, NULL);
    pthread_join(worker, NULL);
    TAPESTRY_STATE("waits", TAPESTRY_WAIT_SYNC);
    EXPECT("terminated.main", "waits", 1, 0);
    EXPECT("terminated.worker", "step", 1000, 0);
    raise(SIGTERM);
    return 0;
}
