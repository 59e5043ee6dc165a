// SPDX-License-Identifier: Apache-2.0
// Parts of arrays that are mapped, brought up to date and released apart from the rest, and memory of the device that the
// program asks for itself.
#include "programs.h"

#define N 16

// For a native run without a device.
__attribute__((weak)) void *omp_target_alloc(size_t bytes, int device) { return malloc(bytes); }
__attribute__((weak)) void omp_target_free(void *memory, int device) { free(memory); }
__attribute__((weak)) int omp_target_memcpy(void *to, const void *from, size_t bytes, size_t to_offset, size_t from_offset,
                                            int to_device, int from_device) {
    char *target = (char *)to + to_offset;
    const char *source = (const char *)from + from_offset;
    for (size_t i = 0; i < bytes; ++i) target[i] = source[i];
    return 0;
}

static void updates(int scale) {
    int a[N], b[N], got = 0;
    for (int i = 0; i < N; ++i) a[i] = b[i] = i * scale;
#pragma omp target enter data map(to: a, b)
#pragma omp target
    for (int i = 0; i < 4; ++i) a[i] = a[i] * 3 + 1;
    a[10] = 77; // of the program alone
#pragma omp target update from(a[0:4])
    a[12] = 5;
#pragma omp target update to(a[12:1])
#pragma omp target map(always, to: b[2:2]) map(from: got)
    got = a[12] + b[2];
    b[9] = 99;
#pragma omp target exit data map(from: b[0:4]) map(delete: a)
    printf("pieces %d:", got);
    for (int i = 0; i < N; ++i) printf(" %d/%d", a[i], b[i]);
    printf("\n");
}

static void own_memory(int scale) {
    const int device = omp_get_default_device(), host = omp_get_initial_device();
    int first[N], sum = 0;
    for (int i = 0; i < N; ++i) first[i] = i + scale;
    int *copy = omp_target_alloc(sizeof first, device);
    omp_target_memcpy(copy, first, sizeof first - 4, 4, 0, device, host);
#pragma omp target parallel for is_device_ptr(copy) num_threads(2)
    for (int i = 0; i < N; ++i) copy[i] = i ? copy[i] * 2 : 1;
#pragma omp target map(tofrom: sum) is_device_ptr(copy)
    for (int i = 0; i < N; ++i) sum += copy[i];
    omp_target_memcpy(first, copy, 8, 0, 8, host, device);
    omp_target_free(copy, device);
    printf("pieces %d %d %d\n", sum, first[0], first[1]);
}

void pieces(int scale) {
    updates(scale);
    own_memory(scale);
}
