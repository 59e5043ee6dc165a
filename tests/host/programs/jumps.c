/* SPDX-License-Identifier: Apache-2.0 */
/* longjmp leaves states that nobody leaves by hand. */
#include <setjmp.h>

#include "expect.h"
#include "tapestry.h"

static jmp_buf back;
static tapestry_state outer = {"outer", TAPESTRY_BUSY, NULL, NULL, NULL, 0, 0, NULL};
static tapestry_state lost = {"jumped", TAPESTRY_BUSY, NULL, NULL, NULL, 0, 0, NULL};

int main(void) {
    volatile int i = 0;
    for (i = 0; i < 100; ++i) {
        tapestry_enter(&outer);
        if (!setjmp(back)) {
            tapestry_enter(&lost);
            longjmp(back, 1);
        }
        tapestry_leave(&outer);
    }
    EXPECT("jumps.main", "outer", 100, 0);
    EXPECT("jumps.main", "jumped", 100, 0);
    return 0;
}
