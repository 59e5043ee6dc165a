/* SPDX-License-Identifier: Apache-2.0 */
/* Nanoseconds that one operation takes, the least of several rounds: calls METHOD COUNT. What
 * recording adds is the difference between two runs, one recorded and one not. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#ifdef WITH_MPI
#include <mpi.h>
#endif

/* A round is shorter than a time slice, so that the least is undisturbed; after a while each thread
 * has a processor of its own. */
static const double kLongEnough = 1e9;
static long count;
volatile unsigned long calls_sink;

__attribute__((no_instrument_function)) static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

/* Its first calls are long, so that it is a state; what the others take is what it costs. */
__attribute__((noinline)) static void function(void) {
    static int first_calls;
    if (first_calls < 200) {
        ++first_calls;
        const double begin = now();
        while (now() - begin < 5000) continue;
    }
    ++calls_sink;
}
__attribute__((noinline)) static void short_function(void) { ++calls_sink; }

static void functions(void) {
    for (long i = 0; i < count; ++i) function();
}
static void short_functions(void) {
    for (long i = 0; i < count; ++i) short_function();
}
/* Between memory that is no device's, in a size that the compiler does not know. */
static void copies(void) {
    static char from[64], to[64];
    static volatile size_t size = sizeof to;
    for (long i = 0; i < count; ++i) {
        memcpy(to, from, size);
        __asm__ volatile("" ::"r"(to) : "memory"); /* else it would not be copied at all */
    }
}
static void regions_of_one(void) {
    for (long i = 0; i < count; ++i) {
#pragma omp parallel num_threads(1)
        { __asm__ volatile("" ::: "memory"); }
    }
}
static void regions(void) {
    for (long i = 0; i < count; ++i) {
#pragma omp parallel num_threads(2)
        { __asm__ volatile("" ::: "memory"); }
    }
}
#ifdef WITH_MPI
static void barriers(void) {
    for (long i = 0; i < count; ++i) MPI_Barrier(MPI_COMM_SELF);
}
static void exchanges(void) {
    double out = 1, in = 0;
    for (long i = 0; i < count; ++i)
        MPI_Sendrecv(&out, 1, MPI_DOUBLE, 0, 0, &in, 1, MPI_DOUBLE, 0, 0, MPI_COMM_SELF,
                     MPI_STATUS_IGNORE);
}
#endif

static const struct {
    const char* name;
    void (*run)(void);
} methods[] = {{"function", functions},
               {"short_function", short_functions},
               {"copy", copies},
#ifdef WITH_MPI
               {"barrier", barriers},
               {"sendrecv", exchanges},
#endif
               {"region_of_one", regions_of_one},
               {"region", regions}};
enum { METHODS = sizeof methods / sizeof *methods };

int main(int argc, char** argv) {
    if (argc != 3) return 2;
#ifdef WITH_MPI
    MPI_Init(&argc, &argv);
#endif
    count = atol(argv[2]);
    double least = 1e30;
    size_t m = 0;
    while (m < METHODS && strcmp(methods[m].name, argv[1]) != 0) ++m;
    for (const double first = now(); m < METHODS && now() - first < kLongEnough;) {
        const double begin = now();
        methods[m].run();
        const double each = (now() - begin) / (double)count;
        if (each < least) least = each;
    }
    printf("%.1f\n", least);
#ifdef WITH_MPI
    MPI_Finalize();
#endif
    return least == 1e30;
}
