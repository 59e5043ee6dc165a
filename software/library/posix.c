/* SPDX-License-Identifier: Apache-2.0 */
/* Only in the shared library: input and output. Calls of system libraries on their own behalf are
 * not recorded, nor are calls inside a state that is itself a wait or a transfer: the program has
 * said what that is. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "posix_calls.h"

void* recorder_next_function(void** found, const char* name) {
    void* next = __atomic_load_n(found, __ATOMIC_RELAXED);
    if (next) return next;
    next = dlsym(RTLD_NEXT, name);
#ifdef __x86_64__
    /* Functions of condition variables have an older version too, for smaller variables. A
     * sanitizer that stands between has one only. */
    void* newer = dlvsym(RTLD_NEXT, name, "GLIBC_2.3.2");
    Dl_info one, other;
    if (newer && dladdr(next, &one) && dladdr(newer, &other) && one.dli_fbase == other.dli_fbase)
        next = newer;
#endif
    __atomic_store_n(found, next, __ATOMIC_RELAXED);
    return next;
}

/* A wait in modelled time is what the driver says; looking at it would count as work. */
static int is_said_already(void) {
    if (recorder_is_modelled()) return 1;
    const struct tapestry_chunk* chunk = recorder_self.chunk;
    if (!chunk || chunk->depth == 0) return 0;
    if (chunk->depth > TAPESTRY_MOST_OPEN) return 1;
    const uint32_t category = chunk->open[chunk->depth - 1].category;
    return category != TAPESTRY_UNKNOWN && category != TAPESTRY_BUSY;
}

struct recorder_call recorder_enter_call(tapestry_state* function, const void* caller) {
    extern const char __ehdr_start[] TAPESTRY_HIDDEN, _end[] TAPESTRY_HIDDEN;
    struct recorder_call call = {NULL, 0, NULL};
    const int is_ours = (const char*)caller >= __ehdr_start && (const char*)caller < _end;
    if (is_ours || recorder_self.busy || !recorder_is_on() || is_said_already()) return call;
    const int saved = errno;
    call.state = recorder_own_site(function, caller);
    if (call.state) {
        tapestry_enter(call.state);
        call.start = recorder_ticks();
    }
    errno = saved;
    return call;
}

static void leave_transfer(struct recorder_call call, ssize_t bytes) {
    if (!call.state) return;
    const int saved = errno;
    tapestry_leave_bytes(call.state, bytes > 0 ? (uint64_t)bytes : 0);
    errno = saved;
}

void recorder_leave_device(struct recorder_call call, ssize_t bytes, int sends) {
    if (!call.state) return;
    const int saved = errno;
    if (bytes > 0)
        tapestry_message(call.state, sends ? TAPESTRY_TO_DEVICE : TAPESTRY_FROM_DEVICE, call.start,
                         recorder_ticks(), -1, 0, 0, (uint64_t)bytes, 0);
    tapestry_leave_bytes(call.state, bytes > 0 ? (uint64_t)bytes : 0);
    errno = saved;
}

/* A read from a pipe, a socket or a terminal takes until somebody has written. */
static int waits_for_writer(int file) {
    struct stat about;
    const int saved = errno;
    const int waits = fstat(file, &about) == 0 &&
                      (S_ISFIFO(about.st_mode) || S_ISSOCK(about.st_mode) || isatty(file));
    errno = saved;
    return waits;
}

/* Functions that move bytes and return how many. */
#define MOVES(function, state, parameters, arguments, sends)                                      \
    TAPESTRY_PUBLIC ssize_t function parameters {                                                 \
        tapestry_state* device =                                                                  \
            recorder_device_state(file, sends ? RECORDER_DEVICE_WRITE : RECORDER_DEVICE_READ);    \
        const struct recorder_call call = recorder_enter_call(device ? device : (state), CALLER); \
        const ssize_t bytes = NEXT(function) arguments;                                           \
        if (device)                                                                               \
            recorder_leave_device(call, bytes, sends);                                            \
        else                                                                                      \
            leave_transfer(call, bytes);                                                          \
        return bytes;                                                                             \
    }
#define SEND(function, state, parameters, arguments) \
    MOVES(function, &state##_state, parameters, arguments, 1)
#define RECEIVE(function, state, parameters, arguments) \
    MOVES(function, &state##_state, parameters, arguments, 0)
#define READ(function, state, parameters, arguments)                                           \
    MOVES(function, waits_for_writer(file) ? &state##_wait_state : &state##_state, parameters, \
          arguments, 0)
STATE(read, TAPESTRY_TRANSFER);
STATE(read_wait, TAPESTRY_WAIT_RECV);
STATE(readv_wait, TAPESTRY_WAIT_RECV);
STATE(write, TAPESTRY_TRANSFER);
STATE(pread, TAPESTRY_TRANSFER);
STATE(pwrite, TAPESTRY_TRANSFER);
STATE(readv, TAPESTRY_TRANSFER);
STATE(writev, TAPESTRY_TRANSFER);
extern ssize_t __read_chk(int file, void* to, size_t size, size_t room);
extern ssize_t __pread_chk(int file, void* to, size_t size, off_t at, size_t room);
extern ssize_t __pread64_chk(int file, void* to, size_t size, off64_t at, size_t room);
READ(read, read, (int file, void* to, size_t size), (file, to, size))
READ(__read_chk, read, (int file, void* to, size_t size, size_t room), (file, to, size, room))
SEND(write, write, (int file, const void* from, size_t size), (file, from, size))
RECEIVE(pread, pread, (int file, void* to, size_t size, off_t at), (file, to, size, at))
RECEIVE(pread64, pread, (int file, void* to, size_t size, off64_t at), (file, to, size, at))
RECEIVE(__pread_chk, pread, (int file, void* to, size_t size, off_t at, size_t room),
        (file, to, size, at, room))
RECEIVE(__pread64_chk, pread, (int file, void* to, size_t size, off64_t at, size_t room),
        (file, to, size, at, room))
SEND(pwrite, pwrite, (int file, const void* from, size_t size, off_t at), (file, from, size, at))
SEND(pwrite64, pwrite, (int file, const void* from, size_t size, off64_t at),
     (file, from, size, at))
READ(readv, readv, (int file, const struct iovec* parts, int count), (file, parts, count))
SEND(writev, writev, (int file, const struct iovec* parts, int count), (file, parts, count))

/* What comes over a socket is waited for. */
STATE(recv, TAPESTRY_WAIT_RECV);
STATE(recvfrom, TAPESTRY_WAIT_RECV);
STATE(recvmsg, TAPESTRY_WAIT_RECV);
STATE(send, TAPESTRY_TRANSFER);
STATE(sendto, TAPESTRY_TRANSFER);
STATE(sendmsg, TAPESTRY_TRANSFER);
extern ssize_t __recv_chk(int file, void* to, size_t size, size_t room, int flags);
RECEIVE(recv, recv, (int file, void* to, size_t size, int flags), (file, to, size, flags))
RECEIVE(__recv_chk, recv, (int file, void* to, size_t size, size_t room, int flags),
        (file, to, size, room, flags))
RECEIVE(recvfrom, recvfrom,
        (int file, void* to, size_t size, int flags, struct sockaddr* from, socklen_t* length),
        (file, to, size, flags, from, length))
RECEIVE(recvmsg, recvmsg, (int file, struct msghdr* message, int flags), (file, message, flags))
SEND(send, send, (int file, const void* from, size_t size, int flags), (file, from, size, flags))
SEND(sendto, sendto,
     (int file, const void* from, size_t size, int flags, const struct sockaddr* to,
      socklen_t length),
     (file, from, size, flags, to, length))
SEND(sendmsg, sendmsg, (int file, const struct msghdr* message, int flags), (file, message, flags))

/* Functions that wait until another process has done something. */
#define WAITS(result, function, category, parameters, arguments)                          \
    STATE(function, category);                                                            \
    TAPESTRY_PUBLIC result function parameters {                                          \
        const struct recorder_call call = recorder_enter_call(&function##_state, CALLER); \
        const result got = NEXT(function) arguments;                                      \
        recorder_leave_wait(call, 0, 0);                                                  \
        return got;                                                                       \
    }
WAITS(int, poll, TAPESTRY_WAIT_RECV, (struct pollfd * files, nfds_t count, int ms),
      (files, count, ms))
WAITS(int, select, TAPESTRY_WAIT_RECV,
      (int count, fd_set* to_read, fd_set* to_write, fd_set* failed, struct timeval* limit),
      (count, to_read, to_write, failed, limit))
WAITS(int, epoll_wait, TAPESTRY_WAIT_RECV, (int set, struct epoll_event* events, int most, int ms),
      (set, events, most, ms))
WAITS(pid_t, wait, TAPESTRY_WAIT_SYNC, (int* status), (status))
WAITS(pid_t, waitpid, TAPESTRY_WAIT_SYNC, (pid_t child, int* status, int options),
      (child, status, options))

STATE(fread, TAPESTRY_TRANSFER);
TAPESTRY_PUBLIC size_t fread(void* to, size_t size, size_t count, FILE* file) {
    const struct recorder_call call = recorder_enter_call(&fread_state, CALLER);
    const size_t items = NEXT(fread)(to, size, count, file);
    leave_transfer(call, (ssize_t)(items * size));
    return items;
}
extern size_t __fread_chk(void* to, size_t room, size_t size, size_t count, FILE* file);
TAPESTRY_PUBLIC size_t __fread_chk(void* to, size_t room, size_t size, size_t count, FILE* file) {
    const struct recorder_call call = recorder_enter_call(&fread_state, CALLER);
    const size_t items = NEXT(__fread_chk)(to, room, size, count, file);
    leave_transfer(call, (ssize_t)(items * size));
    return items;
}

STATE(fwrite, TAPESTRY_TRANSFER);
TAPESTRY_PUBLIC size_t fwrite(const void* from, size_t size, size_t count, FILE* file) {
    const struct recorder_call call = recorder_enter_call(&fwrite_state, CALLER);
    const size_t items = NEXT(fwrite)(from, size, count, file);
    leave_transfer(call, (ssize_t)(items * size));
    return items;
}

STATE(fsync, TAPESTRY_TRANSFER);
TAPESTRY_PUBLIC int fsync(int file) {
    const struct recorder_call call = recorder_enter_call(&fsync_state, CALLER);
    const int status = NEXT(fsync)(file);
    recorder_leave_wait(call, 0, 0);
    return status;
}
