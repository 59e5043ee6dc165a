/* SPDX-License-Identifier: Apache-2.0 */
/* Children record for themselves; what the parent was in is the parent's. */
#include <sys/wait.h>
#include <unistd.h>

#include "expect.h"
#include "tapestry.h"

static tapestry_state outer = {"outer", TAPESTRY_BUSY, NULL, NULL, NULL, 0, 0, NULL};
static tapestry_state child = {"child", TAPESTRY_BUSY, NULL, NULL, NULL, 0, 0, NULL};

int main(void) {
    tapestry_enter(&outer);
    for (int i = 1; i <= 2; ++i) {
        if (fork() == 0) {
            for (int k = 0; k < 10 * i; ++k) {
                tapestry_enter(&child);
                tapestry_leave(&child);
            }
            tapestry_leave(&outer);
            _exit(0);
        }
        wait(NULL);
    }
    tapestry_leave(&outer);
    EXPECT("forks[0].main", "outer", 1, 0);
    EXPECT("forks[1].main", "child", 10, 0);
    EXPECT("forks[2].main", "child", 20, 0);
    return 0;
}
