/* SPDX-License-Identifier: Apache-2.0 */
/* A thousand states, each entered once: what a new state takes is no time of the program. It takes
 * microseconds; a tenth of a millisecond for each, which a walk through an empty filter took,
 * fails. */
#include <time.h>

#include "expect.h"
#include "tapestry.h"

enum { STATES = 1000 };

static double processor_seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

int main(void) {
    static tapestry_state states[STATES];
    static char names[STATES][8];
    for (int i = 0; i < STATES; ++i) {
        snprintf(names[i], sizeof names[i], "s%d", i);
        states[i].name = names[i];
        states[i].category = TAPESTRY_BUSY;
    }
    tapestry_enter(&states[0]);
    tapestry_leave(&states[0]);
    const double begin = processor_seconds();
    for (int i = 1; i < STATES; ++i) {
        tapestry_enter(&states[i]);
        tapestry_leave(&states[i]);
    }
    const double seconds = processor_seconds() - begin;
    for (int i = 0; i < STATES; ++i) EXPECT("new_states.main", names[i], 1, 0);
    if (seconds > 0.02) fprintf(stderr, "%d new states took %g s\n", STATES - 1, seconds);
    return seconds > 0.02;
}
