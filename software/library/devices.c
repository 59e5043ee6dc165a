/* SPDX-License-Identifier: Apache-2.0 */
/* Only in the shared library: calls by which a program talks to a device. What it does with a file
 * of a device is recorded as a transfer to or from that device, and so are the calls of OpenCL and
 * XRT that device_calls.def lists. A device is the peer of the state, whose purpose is `device`. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "posix_calls.h"

enum { DEVICES = 32, FILES = 1024, MEMORY_MAJOR = 1, MEMORY_ITSELF = 1 };

struct device {
    char path[96];
    tapestry_state states[RECORDER_DEVICE_CALLS];
};
static struct device devices[DEVICES];
static unsigned used;
static unsigned char device_of[FILES]; /* 1 + the device that a file number is of; 0: of none */

/* Character devices but terminals and what the kernel makes up, as /dev/zero; the memory of PCI
 * devices; and what the user calls one. */
static int is_device(int file, const char* path) {
    struct stat about;
    if (recorder_is_named_device(path)) return 1;
    if (strncmp(path, "/sys/", 5) == 0 && strstr(path, "/resource")) return 1;
    if (fstat(file, &about) != 0 || !S_ISCHR(about.st_mode) || isatty(file)) return 0;
    return major(about.st_rdev) != MEMORY_MAJOR || minor(about.st_rdev) == MEMORY_ITSELF;
}

static unsigned number_of_device(const char* path) {
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static const char* const names[RECORDER_DEVICE_CALLS] = {"ioctl",  "read",    "write",
                                                             "memcpy", "memmove", "memset"};
    unsigned at = 0;
    pthread_mutex_lock(&lock);
    while (at < used && strncmp(devices[at].path, path, sizeof devices[at].path - 1) != 0) ++at;
    if (at == used && used < DEVICES) {
        struct device* d = &devices[used];
        strncpy(d->path, path, sizeof d->path - 1);
        for (int i = 0; i < RECORDER_DEVICE_CALLS; ++i) {
            const int category = i == RECORDER_DEVICE_IOCTL ? TAPESTRY_OVERHEAD : TAPESTRY_TRANSFER;
            d->states[i] =
                (tapestry_state){names[i], category, d->path, "device", NULL, 0, 0, NULL};
        }
        ++used;
    }
    pthread_mutex_unlock(&lock);
    return at < DEVICES ? at + 1 : 0;
}

static int opened(int file, const char* path) {
    if (file < 0 || file >= FILES || !path || recorder_self.busy || !recorder_is_on()) return file;
    const int saved = errno;
    const unsigned device = is_device(file, path) ? number_of_device(path) : 0;
    __atomic_store_n(&device_of[file], (unsigned char)device, __ATOMIC_RELAXED);
    errno = saved;
    return file;
}

unsigned recorder_device_of(int file) {
    return file < 0 || file >= FILES ? 0 : __atomic_load_n(&device_of[file], __ATOMIC_RELAXED);
}
tapestry_state* recorder_state_of_device(unsigned device, enum recorder_device_call call) {
    return device ? &devices[device - 1].states[call] : NULL;
}
tapestry_state* recorder_device_state(int file, enum recorder_device_call call) {
    return recorder_state_of_device(recorder_device_of(file), call);
}

#define OPENS(function, parameters, path, last, arguments)                                  \
    TAPESTRY_PUBLIC int function parameters {                                               \
        va_list list;                                                                       \
        va_start(list, last);                                                               \
        const mode_t mode = last & (O_CREAT | __O_TMPFILE) ? (mode_t)va_arg(list, int) : 0; \
        va_end(list);                                                                       \
        return opened(NEXT(function) arguments, path);                                      \
    }
OPENS(open, (const char* path, int flags, ...), path, flags, (path, flags, mode))
OPENS(open64, (const char* path, int flags, ...), path, flags, (path, flags, mode))
OPENS(openat, (int folder, const char* path, int flags, ...), path, flags,
      (folder, path, flags, mode))
OPENS(openat64, (int folder, const char* path, int flags, ...), path, flags,
      (folder, path, flags, mode))
extern int __open_2(const char* path, int flags);
extern int __open64_2(const char* path, int flags);
TAPESTRY_PUBLIC int __open_2(const char* path, int flags) {
    return opened(NEXT(__open_2)(path, flags), path);
}
TAPESTRY_PUBLIC int __open64_2(const char* path, int flags) {
    return opened(NEXT(__open64_2)(path, flags), path);
}

TAPESTRY_PUBLIC int close(int file) {
    if (file >= 0 && file < FILES) __atomic_store_n(&device_of[file], 0, __ATOMIC_RELAXED);
    return NEXT(close)(file);
}

/* The size of what it points to is a part of its number. */
TAPESTRY_PUBLIC int ioctl(int file, unsigned long request, ...) {
    va_list list;
    va_start(list, request);
    void* argument = va_arg(list, void*);
    va_end(list);
    tapestry_state* state = recorder_device_state(file, RECORDER_DEVICE_IOCTL);
    if (!state) return NEXT(ioctl)(file, request, argument);
    const struct recorder_call call = recorder_enter_call(state, CALLER);
    const int status = NEXT(ioctl)(file, request, argument);
    const int sends = (_IOC_DIR(request) & _IOC_WRITE) != 0;
    const int receives = (_IOC_DIR(request) & _IOC_READ) != 0;
    recorder_leave_device(
        call, status >= 0 && (sends || receives) ? (ssize_t)_IOC_SIZE(request) : 0, sends);
    return status;
}

/* Functions with whole numbers and pointers as arguments, of which some are on the stack: passing
 * on more than there are does no harm. */
typedef long generic(long, long, long, long, long, long, long, long, long, long, long, long);
#define DEVICE_CALL(function, device, category, direction, size)                                  \
    extern long function(long a, long b, long c, long d, long e, long f, long g, long h, long i,  \
                         long j, long k, long l);                                                 \
    TAPESTRY_PUBLIC long function(long a, long b, long c, long d, long e, long f, long g, long h, \
                                  long i, long j, long k, long l) {                               \
        static tapestry_state state = {#function, category, device, "device", NULL, 0, 0, NULL};  \
        static void* found;                                                                       \
        generic* next = (generic*)recorder_next_function(&found, #function);                      \
        if (!next) return -1;                                                                     \
        const struct recorder_call call = recorder_enter_call(&state, CALLER);                    \
        const long result = next(a, b, c, d, e, f, g, h, i, j, k, l);                             \
        recorder_leave_device(call, (ssize_t)(size), direction);                                  \
        return result;                                                                            \
    }
#include "device_calls.def"
