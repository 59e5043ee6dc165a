/* SPDX-License-Identifier: Apache-2.0 */
/* Sends and receives that return at once, and the calls that wait for them. A receive is known by
 * its request until it comes to its end; persistent requests until they are freed. */
#include <pthread.h>
#include <stdlib.h>

#include "shim.h"

struct pending {
    MPI_Request request;
    struct shim_comm* comm;
    MPI_Comm handle;
    uint64_t number;
    uint64_t bytes; /* of a send */
    int peer;
    int tag;
    int is_send;
    int is_persistent;
    struct pending* next;
};

enum { LINES = 4096 };
static struct pending* table[LINES];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static struct pending** line_of(MPI_Request request) {
    return &table[((uintptr_t)request >> 4 ^ (uintptr_t)request >> 16) % LINES];
}

static void remember(struct pending what) {
    struct pending* p = malloc(sizeof *p);
    if (!p) return;
    *p = what;
    pthread_mutex_lock(&lock);
    struct pending** line = line_of(what.request);
    p->next = *line;
    *line = p;
    pthread_mutex_unlock(&lock);
}

/* Copies what is known, and forgets it unless it is persistent. */
static int take(MPI_Request request, struct pending* out, int forget) {
    int found = 0;
    pthread_mutex_lock(&lock);
    for (struct pending** at = line_of(request); *at; at = &(*at)->next) {
        if ((*at)->request != request) continue;
        struct pending* p = *at;
        *out = *p;
        found = 1;
        if (forget || !p->is_persistent) {
            *at = p->next;
            free(p);
        }
        break;
    }
    pthread_mutex_unlock(&lock);
    return found;
}

static void note_end(const struct shim_call* call, MPI_Request request, const MPI_Status* status) {
    struct pending p;
    if (request == MPI_REQUEST_NULL || !take(request, &p, 0) || p.is_send) return;
    shim_note_receive(call, p.comm, status, p.number);
}

#define SENDS_LATER(name)                                                            \
    SHIM int name(const void* buffer, int count, MPI_Datatype type, int to, int tag, \
                  MPI_Comm comm, MPI_Request* request) {                             \
        SHIM_STATE(name, TAPESTRY_TRANSFER);                                         \
        const uint64_t bytes = shim_bytes(count, type);                              \
        struct shim_call call = shim_enter(&name##_state);                           \
        const int status = P##name(buffer, count, type, to, tag, comm, request);     \
        shim_leave(&call, bytes);                                                    \
        if (status == MPI_SUCCESS) shim_note_send(&call, comm, to, tag, bytes);      \
        return status;                                                               \
    }
SENDS_LATER(MPI_Isend)
SENDS_LATER(MPI_Ibsend)
SENDS_LATER(MPI_Issend)
SENDS_LATER(MPI_Irsend)

SHIM int MPI_Irecv(void* buffer, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm,
                   MPI_Request* request) {
    SHIM_STATE(MPI_Irecv, TAPESTRY_TRANSFER);
    struct shim_call call = shim_enter(&MPI_Irecv_state);
    const uint64_t number = shim_next_number();
    const int status = PMPI_Irecv(buffer, count, type, from, tag, comm, request);
    shim_leave(&call, 0);
    if (status == MPI_SUCCESS && from != MPI_PROC_NULL && tapestry_is_recording())
        remember(
            (struct pending){*request, shim_comm(comm), comm, number, 0, from, tag, 0, 0, NULL});
    return status;
}

#define MAKES_SEND(name)                                                                         \
    SHIM int name(const void* buffer, int count, MPI_Datatype type, int to, int tag,             \
                  MPI_Comm comm, MPI_Request* request) {                                         \
        const int status = P##name(buffer, count, type, to, tag, comm, request);                 \
        if (status == MPI_SUCCESS && tapestry_is_recording())                                    \
            remember((struct pending){*request, NULL, comm, 0, shim_bytes(count, type), to, tag, \
                                      1, 1, NULL});                                              \
        return status;                                                                           \
    }
MAKES_SEND(MPI_Send_init)
MAKES_SEND(MPI_Bsend_init)
MAKES_SEND(MPI_Ssend_init)
MAKES_SEND(MPI_Rsend_init)

SHIM int MPI_Recv_init(void* buffer, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm,
                       MPI_Request* request) {
    const int status = PMPI_Recv_init(buffer, count, type, from, tag, comm, request);
    if (status == MPI_SUCCESS && from != MPI_PROC_NULL && tapestry_is_recording())
        remember((struct pending){*request, shim_comm(comm), comm, 0, 0, from, tag, 0, 1, NULL});
    return status;
}

/* A persistent send is one at each start; a persistent receive takes its place among the receives
 * there. */
static void note_start(const struct shim_call* call, MPI_Request request) {
    struct pending send = {.is_send = 0};
    pthread_mutex_lock(&lock);
    for (struct pending* p = *line_of(request); p; p = p->next) {
        if (p->request != request) continue;
        if (p->is_send)
            send = *p;
        else
            p->number = shim_next_number();
        break;
    }
    pthread_mutex_unlock(&lock);
    if (send.is_send) shim_note_send(call, send.handle, send.peer, send.tag, send.bytes);
}

SHIM int MPI_Start(MPI_Request* request) {
    SHIM_STATE(MPI_Start, TAPESTRY_TRANSFER);
    struct shim_call call = shim_enter(&MPI_Start_state);
    const int status = PMPI_Start(request);
    shim_leave(&call, 0);
    if (status == MPI_SUCCESS) note_start(&call, *request);
    return status;
}
SHIM int MPI_Startall(int count, MPI_Request requests[]) {
    SHIM_STATE(MPI_Startall, TAPESTRY_TRANSFER);
    struct shim_call call = shim_enter(&MPI_Startall_state);
    const int status = PMPI_Startall(count, requests);
    shim_leave(&call, 0);
    for (int i = 0; status == MPI_SUCCESS && i < count; ++i) note_start(&call, requests[i]);
    return status;
}

SHIM int MPI_Request_free(MPI_Request* request) {
    struct pending p;
    take(*request, &p, 1);
    return PMPI_Request_free(request);
}

/* ---- Waiting: for one, and for many. The requests are copied, for a call clears those that it
 * ends. */

SHIM int MPI_Wait(MPI_Request* request, MPI_Status* wanted) {
    SHIM_STATE(MPI_Wait, TAPESTRY_UNKNOWN);
    MPI_Status own, *got = wanted == MPI_STATUS_IGNORE ? &own : wanted;
    const MPI_Request before = *request;
    struct shim_call call = shim_enter(&MPI_Wait_state);
    const int status = PMPI_Wait(request, got);
    shim_leave(&call, 0);
    if (status == MPI_SUCCESS) note_end(&call, before, got);
    return status;
}

SHIM int MPI_Test(MPI_Request* request, int* flag, MPI_Status* wanted) {
    SHIM_STATE(MPI_Test, TAPESTRY_OVERHEAD);
    MPI_Status own, *got = wanted == MPI_STATUS_IGNORE ? &own : wanted;
    const MPI_Request before = *request;
    struct shim_call call = shim_enter(&MPI_Test_state);
    const int status = PMPI_Test(request, flag, got);
    shim_leave(&call, 0);
    if (status == MPI_SUCCESS && *flag) note_end(&call, before, got);
    return status;
}

struct many {
    MPI_Request* before;
    MPI_Status* statuses;
    MPI_Status* own;
};
static int begin_many(struct many* m, int count, const MPI_Request requests[], MPI_Status* wanted) {
    const size_t n = count > 0 ? (size_t)count : 1;
    m->before = malloc(n * sizeof *m->before);
    m->own = wanted == MPI_STATUSES_IGNORE ? malloc(n * sizeof *m->own) : NULL;
    m->statuses = m->own ? m->own : wanted;
    for (int i = 0; m->before && i < count; ++i) m->before[i] = requests[i];
    return m->before && m->statuses;
}
static void end_many(struct many* m) {
    free(m->before);
    free(m->own);
}

SHIM int MPI_Waitall(int count, MPI_Request requests[], MPI_Status statuses[]) {
    SHIM_STATE(MPI_Waitall, TAPESTRY_UNKNOWN);
    struct many m;
    const int known = begin_many(&m, count, requests, statuses);
    struct shim_call call = shim_enter(&MPI_Waitall_state);
    const int status = PMPI_Waitall(count, requests, known ? m.statuses : statuses);
    shim_leave(&call, 0);
    for (int i = 0; known && status == MPI_SUCCESS && i < count; ++i)
        note_end(&call, m.before[i], &m.statuses[i]);
    end_many(&m);
    return status;
}

SHIM int MPI_Testall(int count, MPI_Request requests[], int* flag, MPI_Status statuses[]) {
    SHIM_STATE(MPI_Testall, TAPESTRY_OVERHEAD);
    struct many m;
    const int known = begin_many(&m, count, requests, statuses);
    struct shim_call call = shim_enter(&MPI_Testall_state);
    const int status = PMPI_Testall(count, requests, flag, known ? m.statuses : statuses);
    shim_leave(&call, 0);
    for (int i = 0; known && status == MPI_SUCCESS && *flag && i < count; ++i)
        note_end(&call, m.before[i], &m.statuses[i]);
    end_many(&m);
    return status;
}

#define ONE_OF_MANY(name, category, parameters, arguments, is_done)                 \
    SHIM int name parameters {                                                      \
        SHIM_STATE(name, category);                                                 \
        MPI_Status own, *got = wanted == MPI_STATUS_IGNORE ? &own : wanted;         \
        struct many m;                                                              \
        const int known = begin_many(&m, count, requests, got);                     \
        struct shim_call call = shim_enter(&name##_state);                          \
        const int status = P##name arguments;                                       \
        shim_leave(&call, 0);                                                       \
        if (known && status == MPI_SUCCESS && (is_done) && *index != MPI_UNDEFINED) \
            note_end(&call, m.before[*index], got);                                 \
        end_many(&m);                                                               \
        return status;                                                              \
    }
ONE_OF_MANY(MPI_Waitany, TAPESTRY_UNKNOWN,
            (int count, MPI_Request requests[], int* index, MPI_Status* wanted),
            (count, requests, index, got), 1)
ONE_OF_MANY(MPI_Testany, TAPESTRY_OVERHEAD,
            (int count, MPI_Request requests[], int* index, int* flag, MPI_Status* wanted),
            (count, requests, index, flag, got), *flag)

#define SOME_OF_MANY(name, category)                                                               \
    SHIM int name(int count, MPI_Request requests[], int* done, int indices[],                     \
                  MPI_Status statuses[]) {                                                         \
        SHIM_STATE(name, category);                                                                \
        struct many m;                                                                             \
        const int known = begin_many(&m, count, requests, statuses);                               \
        struct shim_call call = shim_enter(&name##_state);                                         \
        const int status = P##name(count, requests, done, indices, known ? m.statuses : statuses); \
        shim_leave(&call, 0);                                                                      \
        for (int i = 0; known && status == MPI_SUCCESS && *done != MPI_UNDEFINED && i < *done;     \
             ++i)                                                                                  \
            note_end(&call, m.before[indices[i]], &m.statuses[i]);                                 \
        end_many(&m);                                                                              \
        return status;                                                                             \
    }
SOME_OF_MANY(MPI_Waitsome, TAPESTRY_UNKNOWN)
SOME_OF_MANY(MPI_Testsome, TAPESTRY_OVERHEAD)
