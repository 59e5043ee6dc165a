/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <unistd.h>

#include "expect.h"
#include "tapestry.h"

int main(int argc, char** argv) {
    (void)argc;
    const int again = argv[1] && argv[1][0] == '1';
    for (int i = 0; i < (again ? 7 : 3); ++i) {
        TAPESTRY_STATE("life", TAPESTRY_BUSY);
    }
    if (again) return 0;
    EXPECT("execs[0].main", "life", 3, 0);
    EXPECT("execs[1].main", "life", 7, 0);
    execl("/proc/self/exe", argv[0], "1", (char*)NULL);
    return 1;
}
