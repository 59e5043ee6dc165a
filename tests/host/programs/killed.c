/* SPDX-License-Identifier: Apache-2.0 */
/* Ends by a signal that nobody can catch, inside a state. */
#include <signal.h>

#include "expect.h"
#include "tapestry.h"

int main(void) {
    static tapestry_state last = {"last", TAPESTRY_WAIT_SYNC, NULL, NULL, NULL, 0, 0, NULL};
    for (int i = 0; i < 54321; ++i) {
        TAPESTRY_STATE("spin", TAPESTRY_BUSY);
    }
    EXPECT("killed.main", "spin", 54321, 0);
    EXPECT("killed.main", "last", 1, 0);
    tapestry_enter(&last);
    raise(SIGKILL);
    return 0;
}
