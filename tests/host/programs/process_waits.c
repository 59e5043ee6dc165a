/* SPDX-License-Identifier: Apache-2.0 */
/* A process that waits for another one: for what comes over a socket, for something to come, and
 * for its end; what each took by the program's own clock. */
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return 1e9 * (double)t.tv_sec + (double)t.tv_nsec;
}
static void say(const char* call, double since) { printf("WAIT %s %.0f\n", call, now() - since); }

static void child(int socket) {
    const char bytes[300] = {0};
    for (int i = 0; i < 2; ++i) {
        usleep(60000);
        if (send(socket, bytes, sizeof bytes, 0) != sizeof bytes) exit(1);
    }
    usleep(60000);
    exit(0);
}

int main(void) {
    int ends[2], status = 1;
    char bytes[1000];
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) return 1;
    const pid_t pid = fork();
    if (pid == 0) child(ends[1]);
    double since = now();
    if (recv(ends[0], bytes, sizeof bytes, 0) != 300) return 1;
    say("recv", since);
    struct pollfd waited = {ends[0], POLLIN, 0};
    since = now();
    if (poll(&waited, 1, -1) != 1) return 1;
    say("poll", since);
    since = now();
    if (waitpid(pid, &status, 0) != pid) return 1;
    say("waitpid", since);
    return status;
}
