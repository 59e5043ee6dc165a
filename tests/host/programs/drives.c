/* SPDX-License-Identifier: Apache-2.0 */
/* Works beside a board for half a second, and says what time it is. */
#include <time.h>
#include <unistd.h>

#include "tapestry.h"

static int64_t now_ns(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

int main(void) {
    static tapestry_mark raw = {"raw", 0, NULL, NULL, NULL, 0, 0, NULL};
    for (int i = 0; i < 50; ++i) {
        TAPESTRY_CALL("waitDone", TAPESTRY_WAIT_RECV, "dut", "done");
        tapestry_note(&raw, now_ns());
        usleep(10000);
    }
    return 0;
}
