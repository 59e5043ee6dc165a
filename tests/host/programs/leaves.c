/* SPDX-License-Identifier: Apache-2.0 */
/* Statements that are left by return, break, continue and goto, each followed by a long sleep that
 * is in no state: who stays in one is in it for far too long. */
#include <unistd.h>

#include "expect.h"

enum { ROUNDS = 3, LONG_US = 60000 };

static int returns(int i) {
#pragma recap returns busy
    if (i >= 0) return i;
    return -1;
}

static int goes(int i) {
#pragma recap goes busy
    {
        if (i >= 0) goto out;
        ++i;
    }
out:
    usleep(LONG_US);
    return i;
}

int main(void) {
    int sum = 0;
    for (int i = 0; i < ROUNDS; ++i) {
        sum += returns(i);
        usleep(LONG_US);
        sum += goes(i);
        for (int k = 0;; ++k) {
#pragma recap breaks busy
            if (k == 1) break;
        }
        usleep(LONG_US);
        for (int k = 0; k < 2; ++k) {
#pragma recap continues busy
            if (k == 0) continue;
            usleep(LONG_US);
        }
    }
    EXPECT("leaves.main", "returns", ROUNDS, 0);
    EXPECT("leaves.main", "goes", ROUNDS, 0);
    EXPECT("leaves.main", "breaks", 2 * ROUNDS, 0);
    EXPECT("leaves.main", "continues", 2 * ROUNDS, 0);
    return sum == 2 * (0 + 1 + 2) ? 0 : 1;
}
