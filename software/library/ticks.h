/* SPDX-License-Identifier: Apache-2.0 */
/* The fastest clock that all processors of the machine share; CLOCK_MONOTONIC if there is no
 * other. */
#ifndef TAPESTRY_TICKS_H
#define TAPESTRY_TICKS_H

#include <stdint.h>
#include <time.h>

#include "recording_layout.h"

static inline uint64_t tapestry_monotonic_ns(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

#if defined(__aarch64__)
#define TAPESTRY_HAS_COUNTER 1 /* the architecture promises that it runs evenly */
static inline uint64_t tapestry_counter_ticks(void) {
    uint64_t ticks;
    __asm__ volatile("mrs %0, cntvct_el0" : "=r"(ticks));
    return ticks;
}
static inline int tapestry_counter_is_steady(void) { return 1; }
static inline uint64_t tapestry_counter_hz(void) {
    uint64_t hz;
    __asm__ volatile("mrs %0, cntfrq_el0" : "=r"(hz));
    return hz;
}
#elif defined(__x86_64__)
#include <cpuid.h>
#define TAPESTRY_HAS_COUNTER 1
static inline uint64_t tapestry_counter_ticks(void) { return __builtin_ia32_rdtsc(); }
static inline int tapestry_counter_is_steady(void) {
    unsigned a = 0, b = 0, c = 0, d = 0;
    return __get_cpuid(0x80000007u, &a, &b, &c, &d) && (d & (1u << 8)) != 0;
}
static inline uint64_t tapestry_counter_hz(void) { return 0; }
#else
#define TAPESTRY_HAS_COUNTER 0
static inline uint64_t tapestry_counter_ticks(void) { return tapestry_monotonic_ns(); }
static inline int tapestry_counter_is_steady(void) { return 0; }
static inline uint64_t tapestry_counter_hz(void) { return 0; }
#endif

#endif
