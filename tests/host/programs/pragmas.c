/* SPDX-License-Identifier: Apache-2.0 */
/* Pragmas before every kind of statement, left in every way. Inert without `tapestry cc`. */
#include "expect.h"

static unsigned long long waits, sends, loops;
static int ready(int i) { return i % 3 != 0; }
#define CALL(x) \
    do {        \
        x;      \
    } while (0)

static int leave(int i) {
#pragma recap returns wait_recv(top.out, done)
    if (ready(i)) {
        ++waits;
        return 1;
    } else
        ++waits;
#pragma recap wrX send(top.in, data) wait_recv(top.out, ack) : i> 5
    CALL(++sends);
    return 0;
}

int main(void) {
    int made = 0;
    for (int i = 0; i < 60; ++i) {
        leave(i);
        switch (i % 2) {
            case 0:
#pragma recap loop busy
                for (int k = 0; k < 3; ++k)
                    if (k == 1) break;
                ++loops;
                break;
            default:
                goto next;
        }
    next:;
#pragma recap declares overhead
        int more = i + 1;
        made += more;
    }
    EXPECT("pragmas_c.main", "returns", waits, 0);
    EXPECT("pragmas_c.main", "wrX", sends - 2, 0); /* all but i = 0 and i = 3 */
    EXPECT("pragmas_c.main", "loop", loops, 0);
    EXPECT("pragmas_c.main", "declares", 60, 0);
    return made == 1830 ? 0 : 1;
}
