/* SPDX-License-Identifier: Apache-2.0 */
/* Nanoseconds of processor time for a state, in each of several ways: states METHOD THREADS COUNT */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "tapestry.h"
#ifdef WITH_LTTNG
#define LTTNG_UST_TRACEPOINT_CREATE_PROBES
#define LTTNG_UST_TRACEPOINT_DEFINE
#include "states_lttng.h"
#else
#define lttng_ust_tracepoint(...) ((void)0)
#endif

static long count;
static const char *method;
static volatile unsigned long sink;

static double seconds(clockid_t clock) {
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void *work(void *result) {
    static tapestry_state state = {"state", TAPESTRY_BUSY, NULL, NULL, NULL, 0, 0, NULL};
    const double begin = seconds(CLOCK_THREAD_CPUTIME_ID);
    if (strcmp(method, "clock_gettime") == 0) {
        for (long i = 0; i < count; ++i) {
            struct timespec a, b;
            clock_gettime(CLOCK_MONOTONIC, &a);
            clock_gettime(CLOCK_MONOTONIC, &b);
            sink += (unsigned long)(b.tv_nsec - a.tv_nsec);
        }
    } else if (strcmp(method, "lttng") == 0) {
        for (long i = 0; i < count; ++i) {
            lttng_ust_tracepoint(tapestry_bench, enter, (int)i);
            lttng_ust_tracepoint(tapestry_bench, leave, (int)i);
        }
    } else {
        for (long i = 0; i < count; ++i) {
            tapestry_enter(&state);
            tapestry_leave(&state);
        }
    }
    *(double *)result = (seconds(CLOCK_THREAD_CPUTIME_ID) - begin) / (double)count * 1e9;
    return NULL;
}

int main(int argc, char **argv) {
    if (argc != 4) return 2;
    method = argv[1];
    const int threads = atoi(argv[2]);
    count = atol(argv[3]);
    pthread_t handles[16];
    double ns[16] = {0}, worst = 0;
    for (int i = 0; i < threads && i < 16; ++i) pthread_create(&handles[i], NULL, work, &ns[i]);
    for (int i = 0; i < threads && i < 16; ++i) {
        pthread_join(handles[i], NULL);
        if (ns[i] > worst) worst = ns[i];
    }
    fprintf(stderr, "%.1f\n", worst);
    char line[128];
    FILE *status = fopen("/proc/self/status", "r");
    while (status && fgets(line, sizeof line, status))
        if (strncmp(line, "VmHWM:", 6) == 0) fputs(line, stdout); /* most memory at a time */
    return 0;
}
