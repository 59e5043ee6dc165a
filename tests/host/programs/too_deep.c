/* SPDX-License-Identifier: Apache-2.0 */
/* A state that is entered again and again inside itself. */
#include "tapestry.h"

static tapestry_state again = {"again", TAPESTRY_BUSY, 0, 0, 0, 0, 0, 0};

static void descend(int levels) {
    tapestry_enter(&again);
    if (levels > 1) descend(levels - 1);
    tapestry_leave(&again);
}

int main(void) {
    descend(100);
    return 0;
}
