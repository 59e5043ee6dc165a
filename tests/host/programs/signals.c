/* SPDX-License-Identifier: Apache-2.0 */
/* A handler that enters states itself, at any moment. */
#include <signal.h>
#include <sys/time.h>

#include "expect.h"
#include "tapestry.h"

static volatile sig_atomic_t ticks;
static tapestry_state tick = {"tick", TAPESTRY_OVERHEAD, NULL, NULL, NULL, 0, 0, NULL};
static void on_alarm(int number) {
    (void)number;
    tapestry_enter(&tick);
    ticks = ticks + 1;
    tapestry_leave(&tick);
}

int main(void) {
    struct itimerval every = {{0, 300}, {0, 300}}, never = {{0, 0}, {0, 0}};
    signal(SIGALRM, on_alarm);
    tapestry_enter(&tick);
    tapestry_leave(&tick);
    setitimer(ITIMER_REAL, &every, NULL);
    long count = 0;
    while (ticks < 300) {
        TAPESTRY_STATE("loop", TAPESTRY_BUSY);
        ++count;
    }
    setitimer(ITIMER_REAL, &never, NULL);
    EXPECT("signals.main", "loop", count, 0);
    EXPECT("signals.main", "tick", ticks + 1, 0);
    return 0;
}
