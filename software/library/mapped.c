/* SPDX-License-Identifier: Apache-2.0 */
/* Only in the shared library: memory of devices that a program maps, and what it copies there and
 * back with memcpy and its kin. Assignments through a pointer, and copies that the compiler makes
 * itself, are no calls and cannot be seen. Every such call of the program comes through here; where
 * no device is mapped it compares its addresses with an empty range and goes on to the C library's
 * (bench/host_costs). */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "posix_calls.h"

enum { MAPPINGS = 64 };
struct mapping {
    uintptr_t from; /* 0: free */
    uintptr_t to;
    int file; /* 1 + number of the device */
};
static struct mapping mappings[MAPPINGS];
static uintptr_t lowest; /* of all that was ever mapped, and its length */
static uintptr_t span;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

#define LOAD(word) __atomic_load_n(&(word), __ATOMIC_RELAXED)
#define STORE(word, value) __atomic_store_n(&(word), value, __ATOMIC_RELAXED)

static int may_be_mapped(const void* at) { return (uintptr_t)at - LOAD(lowest) < LOAD(span); }

/* 1 + the number of the device whose memory it is; 0: it is of none. */
static unsigned device_at(const void* place) {
    const uintptr_t at = (uintptr_t)place;
    if (!may_be_mapped(place)) return 0;
    for (int i = 0; i < MAPPINGS; ++i)
        if (at >= LOAD(mappings[i].from) && at < LOAD(mappings[i].to))
            return (unsigned)LOAD(mappings[i].file);
    return 0;
}

static void note_mapping(uintptr_t from, size_t size, unsigned device) {
    pthread_mutex_lock(&lock);
    int at = 0;
    while (at < MAPPINGS && mappings[at].from) ++at;
    if (at < MAPPINGS) {
        const uintptr_t end = span && lowest + span > from + size ? lowest + span : from + size;
        const uintptr_t start = span && lowest < from ? lowest : from;
        STORE(mappings[at].file, (int)device);
        STORE(mappings[at].to, from + size);
        STORE(mappings[at].from, from);
        STORE(lowest, start);
        STORE(span, end - start);
    }
    pthread_mutex_unlock(&lock);
}

/* What is left of a mapping of which a part is given back is small or never used. */
static void forget_mapping(uintptr_t from, size_t size) {
    if (!may_be_mapped((void*)from)) return;
    pthread_mutex_lock(&lock);
    for (int i = 0; i < MAPPINGS; ++i) {
        if (mappings[i].from >= from + size || mappings[i].to <= from) continue;
        STORE(mappings[i].to, 0);
        STORE(mappings[i].from, 0);
    }
    pthread_mutex_unlock(&lock);
}

/* Memory without a file is asked for by allocators, before anything could be looked up. */
#define MAPS(function)                                                                        \
    TAPESTRY_PUBLIC void* function(void* at, size_t size, int access, int flags, int file,    \
                                   off_t offset) {                                            \
        if (file < 0) return (void*)syscall(SYS_mmap, at, size, access, flags, file, offset); \
        void* made = NEXT(function)(at, size, access, flags, file, offset);                   \
        const unsigned device = recorder_device_of(file);                                     \
        if (device && made != MAP_FAILED) note_mapping((uintptr_t)made, size, device);        \
        return made;                                                                          \
    }
MAPS(mmap)
MAPS(mmap64)

TAPESTRY_PUBLIC int munmap(void* at, size_t size) {
    forget_mapping((uintptr_t)at, size);
    return (int)syscall(SYS_munmap, at, size);
}

/* What comes before the C library's own functions are found is copied byte by byte. */
static void* copy_bytes(void* to, const void* from, size_t size) {
    volatile char* out = to;
    const volatile char* in = from;
    if (out <= in)
        for (size_t i = 0; i < size; ++i) out[i] = in[i];
    else
        for (size_t i = size; i > 0; --i) out[i - 1] = in[i - 1];
    return to;
}
static void* set_bytes(void* to, int value, size_t size) {
    volatile char* out = to;
    for (size_t i = 0; i < size; ++i) out[i] = (char)value;
    return to;
}
typedef void* copy_function(void*, const void*, size_t);
typedef void* set_function(void*, int, size_t);
static copy_function* next_memcpy = copy_bytes;
static copy_function* next_memmove = copy_bytes;
static set_function* next_memset = set_bytes;

__attribute__((constructor)) static void find_copies(void) {
    void* found;
    if ((found = dlsym(RTLD_NEXT, "memcpy"))) next_memcpy = (copy_function*)found;
    if ((found = dlsym(RTLD_NEXT, "memmove"))) next_memmove = (copy_function*)found;
    if ((found = dlsym(RTLD_NEXT, "memset"))) next_memset = (set_function*)found;
}

/* Between two devices the one that receives counts. */
static void* recorded_copy(copy_function* next, enum recorder_device_call kind, void* to,
                           const void* from, size_t size, const void* caller) {
    const unsigned receives = device_at(to), sends = device_at(from);
    tapestry_state* state = recorder_state_of_device(receives ? receives : sends, kind);
    if (!state) return next(to, from, size);
    const struct recorder_call call = recorder_enter_call(state, caller);
    next(to, from, size);
    recorder_leave_device(call, (ssize_t)size, receives != 0);
    return to;
}

#define COPIES(function, next, kind)                                          \
    TAPESTRY_PUBLIC void* function(void* to, const void* from, size_t size) { \
        if (__builtin_expect(!may_be_mapped(to) && !may_be_mapped(from), 1))  \
            return next(to, from, size);                                      \
        return recorded_copy(next, kind, to, from, size, CALLER);             \
    }
COPIES(memcpy, next_memcpy, RECORDER_DEVICE_MEMCPY)
COPIES(memmove, next_memmove, RECORDER_DEVICE_MEMMOVE)

static void* recorded_set(void* to, int value, size_t size, const void* caller) {
    tapestry_state* state = recorder_state_of_device(device_at(to), RECORDER_DEVICE_MEMSET);
    if (!state) return next_memset(to, value, size);
    const struct recorder_call call = recorder_enter_call(state, caller);
    next_memset(to, value, size);
    recorder_leave_device(call, (ssize_t)size, 1);
    return to;
}
TAPESTRY_PUBLIC void* memset(void* to, int value, size_t size) {
    if (__builtin_expect(!may_be_mapped(to), 1)) return next_memset(to, value, size);
    return recorded_set(to, value, size, CALLER);
}

/* What a program calls that was compiled with checks of sizes. */
extern void __chk_fail(void) __attribute__((noreturn));
TAPESTRY_PUBLIC void* __memcpy_chk(void* to, const void* from, size_t size, size_t room) {
    if (size > room) __chk_fail();
    if (__builtin_expect(!may_be_mapped(to) && !may_be_mapped(from), 1))
        return next_memcpy(to, from, size);
    return recorded_copy(next_memcpy, RECORDER_DEVICE_MEMCPY, to, from, size, CALLER);
}
TAPESTRY_PUBLIC void* __memmove_chk(void* to, const void* from, size_t size, size_t room) {
    if (size > room) __chk_fail();
    if (__builtin_expect(!may_be_mapped(to) && !may_be_mapped(from), 1))
        return next_memmove(to, from, size);
    return recorded_copy(next_memmove, RECORDER_DEVICE_MEMMOVE, to, from, size, CALLER);
}
TAPESTRY_PUBLIC void* __memset_chk(void* to, int value, size_t size, size_t room) {
    if (size > room) __chk_fail();
    if (__builtin_expect(!may_be_mapped(to), 1)) return next_memset(to, value, size);
    return recorded_set(to, value, size, CALLER);
}
