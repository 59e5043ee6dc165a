/* SPDX-License-Identifier: Apache-2.0 */
/* States inside each other, some with bytes, left by return, break, goto and the end of the block.
 */
#include "expect.h"
#include "tapestry.h"

static unsigned long long inner_count, sent;

static int inner(int i) {
    TAPESTRY_STATE("inner", TAPESTRY_BUSY);
    ++inner_count;
    if (i % 3 == 0) return 1;
    for (;;) {
        TAPESTRY_CALL("poll", TAPESTRY_WAIT_RECV, "top.out", "done");
        if (i % 2) break;
        goto out;
    }
out:
    return 0;
}

int main(void) {
    static tapestry_state send = {"send", TAPESTRY_TRANSFER, "top.in", "data", "nested.c:1", 0, 0,
                                  NULL};
    unsigned long long polls = 0;
    for (int i = 0; i < 30000; ++i) {
        TAPESTRY_STATE("outer", TAPESTRY_OVERHEAD);
        polls += !inner(i);
        tapestry_enter(&send);
        tapestry_leave_bytes(&send, (uint64_t)i);
        sent += (uint64_t)i;
    }
    EXPECT("nested.main", "outer", 30000, 0);
    EXPECT("nested.main", "inner", inner_count, 0);
    EXPECT("nested.main", "poll", polls, 0);
    EXPECT("nested.main", "send", 30000, sent);
    return 3;
}
