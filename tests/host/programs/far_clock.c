/* SPDX-License-Identifier: Apache-2.0 */
/* A device at the end of a terminal that is asked for its counter again and again. Its clock starts
 * at another time and runs at a rate that only the device knows; the truth is printed as
 * TRUTH ns_of_edge_0 hz, in nanoseconds of CLOCK_MONOTONIC. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include "tapestry.h"

static const double kHz = 50e6 * (1 + 37e-6); /* a crystal is not what is written on it */

static double now_ns(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static void serve(int port, double zero) {
    char question;
    while (read(port, &question, 1) == 1 && question == '?') {
        const uint64_t edges = (uint64_t)((now_ns() - zero) * kHz / 1e9);
        if (write(port, &edges, sizeof edges) != sizeof edges) break;
    }
    _exit(0);
}

static int open_link(int* device) {
    const int host = posix_openpt(O_RDWR | O_NOCTTY);
    if (host < 0 || grantpt(host) || unlockpt(host)) exit(1);
    *device = open(ptsname(host), O_RDWR | O_NOCTTY);
    struct termios raw;
    tcgetattr(*device, &raw);
    cfmakeraw(&raw);
    tcsetattr(*device, TCSANOW, &raw);
    return host;
}

static void ask(int link) {
    uint64_t edges;
    size_t got = 0;
    const uint64_t before = tapestry_ticks();
    if (write(link, "?", 1) != 1) exit(1);
    while (got < sizeof edges) {
        const ssize_t more = read(link, (char*)&edges + got, sizeof edges - got);
        if (more <= 0) exit(1);
        got += (size_t)more;
    }
    tapestry_device_clock("clk", edges, before, tapestry_ticks());
}

int main(void) {
    int device;
    const int link = open_link(&device);
    const double zero = now_ns() - 3e6; /* it has run for 3 ms */
    const pid_t child = fork();
    if (child == 0) serve(device, zero);
    static tapestry_mark known = {"raw", 0, NULL, NULL, NULL, 0, 0, NULL};
    for (int i = 0; i < 200; ++i) {
        ask(link);
        tapestry_note(&known, (int64_t)now_ns());
        usleep(1000);
    }
    printf("TRUTH %.0f %.3f\n", zero, kHz);
    if (write(link, ".", 1) != 1) return 1;
    waitpid(child, NULL, 0);
    return 0;
}
