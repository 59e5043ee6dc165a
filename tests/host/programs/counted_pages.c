/* SPDX-License-Identifier: Apache-2.0 */
/* Touches new pages in one state, in a state inside another, in a thread and outside of all, and
 * none in a state that only computes; says of each how many. With a word, says only whether the
 * system counts them. */
#define _GNU_SOURCE
#include <linux/perf_event.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "tapestry.h"

static tapestry_state outer = {"outer", TAPESTRY_BUSY, NULL, NULL, NULL, 0, 0, NULL};
static tapestry_state inner = {"inner", TAPESTRY_BUSY, NULL, NULL, NULL, 0, 0, NULL};
static tapestry_state quiet = {"quiet", TAPESTRY_BUSY, NULL, NULL, NULL, 0, 0, NULL};

static volatile char* pages(size_t count) {
    char* at = mmap(NULL, count << 12, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    madvise(at, count << 12, MADV_NOHUGEPAGE); /* each costs a fault of its own */
    return at;
}
static void touch(volatile char* at, size_t count) {
    for (size_t i = 0; i < count; ++i) at[i << 12] = 1;
}
static void* thread(void* unused) {
    volatile char* room = pages(700);
    tapestry_enter(&inner);
    touch(room, 700);
    tapestry_leave(&inner);
    return unused;
}
static int is_counted(void) {
    struct perf_event_attr attr;
    memset(&attr, 0, sizeof attr);
    attr.size = sizeof attr;
    attr.type = PERF_TYPE_SOFTWARE;
    attr.config = PERF_COUNT_SW_PAGE_FAULTS;
    attr.exclude_kernel = 1;
    return syscall(SYS_perf_event_open, &attr, 0, -1, -1, 0) >= 0;
}

int main(int argc, char** argv) {
    (void)argv;
    if (argc > 1) return puts(is_counted() ? "yes" : "no") < 0;
    volatile char* room = pages(6000);
    pthread_t other;
    for (int i = 0; i < 3; ++i) { /* a visit may map what the library needs itself */
        tapestry_enter(&quiet);
        for (volatile int k = 0; k < 100000; ++k) continue;
        tapestry_leave(&quiet);
    }
    touch(room, 300);
    for (size_t i = 1; i <= 10; ++i) {
        tapestry_enter(&outer);
        touch(room + (i * 500 << 12), 100);
        tapestry_enter(&inner);
        touch(room + ((i * 500 + 100) << 12), 200);
        tapestry_leave(&inner);
        touch(room + ((i * 500 + 300) << 12), 50);
        tapestry_leave(&outer);
    }
    pthread_create(&other, NULL, thread, NULL);
    pthread_join(other, NULL);
    return 0;
}
