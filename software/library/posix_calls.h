/* SPDX-License-Identifier: Apache-2.0 */
/* Shared by the files that stand in for functions of the C library and of drivers. */
#ifndef TAPESTRY_POSIX_CALLS_H
#define TAPESTRY_POSIX_CALLS_H

#include <sys/types.h>

#include "recorder.h"

struct recorder_call {
    tapestry_state* state; /* NULL: it is not recorded */
    uint64_t start;
    const char* device; /* that it talks to; NULL: none */
};

/* The next function of that name behind this library. Any thread may be the first to look. */
TAPESTRY_HIDDEN void* recorder_next_function(void** found, const char* name);
TAPESTRY_HIDDEN struct recorder_call recorder_enter_call(tapestry_state* function,
                                                         const void* caller);
/* The thread that was waited for is given by its tid; 0: not known. */
TAPESTRY_HIDDEN void recorder_leave_wait(struct recorder_call call, int pattern, int tid);
/* With the bytes that went to the device, or came from it. */
TAPESTRY_HIDDEN void recorder_leave_device(struct recorder_call call, ssize_t bytes, int sends);

/* devices.c: the state of a call with a file; NULL: it is of no device. */
enum recorder_device_call {
    RECORDER_DEVICE_IOCTL,
    RECORDER_DEVICE_READ,
    RECORDER_DEVICE_WRITE,
    RECORDER_DEVICE_MEMCPY,
    RECORDER_DEVICE_MEMMOVE,
    RECORDER_DEVICE_MEMSET,
    RECORDER_DEVICE_CALLS
};
TAPESTRY_HIDDEN tapestry_state* recorder_device_state(int file, enum recorder_device_call call);
/* The same in two steps: 1 + the number of the device of a file, 0: of none. */
TAPESTRY_HIDDEN unsigned recorder_device_of(int file);
TAPESTRY_HIDDEN tapestry_state* recorder_state_of_device(unsigned device,
                                                         enum recorder_device_call call);

#define NEXT(function)                                                    \
    ({                                                                    \
        static void* found;                                               \
        (__typeof__(&function))recorder_next_function(&found, #function); \
    })
#define CALLER __builtin_return_address(0)
#define STATE(function, category) \
    static tapestry_state function##_state = {#function, category, NULL, NULL, NULL, 0, 0, NULL}

#endif
