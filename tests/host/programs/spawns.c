/* SPDX-License-Identifier: Apache-2.0 */
/* Children that become programs which record nothing: they end in order all the same. The first one
 * records before its parent does, which is the first process nevertheless. */
#include <sys/wait.h>
#include <unistd.h>

#include "expect.h"
#include "tapestry.h"

int main(void) {
    for (int i = 0; i < 2; ++i) {
        const pid_t child = fork();
        if (child == 0) {
            TAPESTRY_STATE("prepare", TAPESTRY_OVERHEAD);
            execl("/bin/true", "true", (char*)NULL);
            _exit(1);
        }
        if (i == 0) usleep(100000);
        TAPESTRY_STATE("wait", TAPESTRY_WAIT_SYNC);
        waitpid(child, NULL, 0);
    }
    EXPECT("spawns[0].main", "wait", 2, 0);
    EXPECT("spawns[1].main", "prepare", 1, 0);
    EXPECT("spawns[2].main", "prepare", 1, 0);
    return 0;
}
