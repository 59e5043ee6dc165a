/* SPDX-License-Identifier: Apache-2.0 */
/* many N: N states, each tenth of them inside another one. */
#include <stdlib.h>

#include "expect.h"
#include "tapestry.h"

static tapestry_state step = {"step", TAPESTRY_BUSY, 0, 0, 0, 0, 0, 0};
static tapestry_state inner = {"inner", TAPESTRY_TRANSFER, 0, 0, 0, 0, 0, 0};
static tapestry_state whole = {"whole", TAPESTRY_BUSY, 0, 0, 0, 0, 0, 0};

int main(int argc, char** argv) {
    const long count = argc > 1 ? atol(argv[1]) : 1000;
    tapestry_enter(&whole);
    for (long i = 0; i < count; ++i) {
        tapestry_enter(&step);
        if (i % 10 == 0) {
            tapestry_enter(&inner);
            tapestry_leave_bytes(&inner, 8);
        }
        tapestry_leave(&step);
    }
    tapestry_leave(&whole);
    EXPECT("many.main", "whole", 1, 0);
    EXPECT("many.main", "step", count, 0);
    EXPECT("many.main", "inner", (count + 9) / 10, (count + 9) / 10 * 8);
    return 0;
}
