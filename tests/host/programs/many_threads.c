/* SPDX-License-Identifier: Apache-2.0 */
/* many_threads N M: N threads one after another, of which each enters M states, every tenth inside another one. */
#include <pthread.h>
#include <stdlib.h>

#include "tapestry.h"

static tapestry_state step = {"step", TAPESTRY_BUSY, 0, 0, 0, 0, 0, 0};
static tapestry_state inner = {"inner", TAPESTRY_TRANSFER, 0, 0, 0, 0, 0, 0};

static void* enter(void* most) {
    for (long entered = 0; entered < *(long*)most; ++entered) {
        tapestry_enter(&step);
        if (entered % 10 == 8 && entered + 1 < *(long*)most) {
            tapestry_enter(&inner);
            tapestry_leave_bytes(&inner, 8);
            ++entered;
        }
        tapestry_leave(&step);
    }
    return 0;
}

int main(int argc, char** argv) {
    const long threads = argc > 1 ? atol(argv[1]) : 1;
    long states = argc > 2 ? atol(argv[2]) : 1000;
    for (long i = 0; i < threads; ++i) {
        pthread_t thread;
        if (pthread_create(&thread, 0, enter, &states) != 0) return 1;
        pthread_join(thread, 0);
    }
    return 0;
}
