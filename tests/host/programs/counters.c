/* SPDX-License-Identifier: Apache-2.0 */
/* Counters and marks; and a state that is made at run time. */
#include "expect.h"
#include "tapestry.h"

int main(void) {
    static tapestry_counter depth = {"depth", 0, NULL, NULL, NULL, 0, 0, NULL};
    static tapestry_mark frame = {"frame", 0, NULL, NULL, NULL, 0, 0, NULL};
    for (int i = 0; i < 10; ++i) {
        tapestry_state* named =
            tapestry_state_named(i % 2 ? "odd" : "even", TAPESTRY_BUSY, NULL, NULL, NULL);
        tapestry_enter(named);
        tapestry_count(&depth, i / 2.0);
        tapestry_note(&frame, i);
        tapestry_leave(named);
    }
    EXPECT("counters.main", "odd", 5, 0);
    EXPECT("counters.main", "even", 5, 0);
    return 0;
}
