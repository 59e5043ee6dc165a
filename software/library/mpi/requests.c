/* SPDX-License-Identifier: Apache-2.0 */
/* Nonblocking sends, receives and collective calls, and the calls that complete them. An
 * operation is looked up by its request until it completes; persistent requests stay until they
 * are freed, and messages matched by a probe until they are received. */
#include <pthread.h>
#include <stdlib.h>

#include "shim.h"

struct pending {
    MPI_Request request; /* or the MPI_Message that a probe has matched */
    struct shim_comm* comm;
    MPI_Comm handle;
    uint64_t number;
    uint64_t bytes; /* of a send */
    int peer;       /* in the world; of a persistent send in its communicator */
    int tag;
    int role;
    int is_persistent;
    int is_exchange; /* a send and a receive of which the status says nothing (MPICH 4.0) */
    struct shim_incoming* incoming; /* of a call among neighbours; else NULL */
    const MPI_Comm* made;           /* of MPI_Comm_idup, with its id in `number`; else NULL */
    struct pending* next;
};

enum { LINES = 4096 };
static struct pending* table[LINES];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static struct pending** line_of(MPI_Request request) {
    return &table[((uintptr_t)request >> 4 ^ (uintptr_t)request >> 16) % LINES];
}

static void remember(struct pending what) {
    if (!tapestry_is_recording() || shim_is_shared(what.request)) return;
    struct pending* p = malloc(sizeof *p);
    if (!p) return;
    *p = what;
    shim_keep(p->comm);
    pthread_mutex_lock(&lock);
    struct pending** line = line_of(what.request);
    p->next = *line;
    *line = p;
    pthread_mutex_unlock(&lock);
}

/* Copies the operation of a request and forgets it unless it is persistent. The caller releases
 * `comm`. */
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
        } else {
            shim_keep(out->comm);
        }
        break;
    }
    pthread_mutex_unlock(&lock);
    return found;
}

/* A test does not wait. */
static int is_test(const struct shim_call* call) {
    return call->state->category == TAPESTRY_OVERHEAD;
}

static void note_end(const struct shim_call* call, MPI_Request request, const MPI_Status* status) {
    struct pending p;
    if (request == MPI_REQUEST_NULL || !take(request, &p, 0)) return;
    if (p.made)
        shim_adopt(*p.made, p.number);
    else if (p.incoming)
        shim_note_incoming(call, p.comm, p.incoming);
    else if (p.is_exchange)
        tapestry_message(call->state, TAPESTRY_RECEIVES, call->start, call->end, p.peer, p.tag,
                         p.comm->id, p.bytes, p.number);
    else if (p.role == TAPESTRY_RECEIVES)
        shim_note_receive(call, p.comm, status, p.number);
    else if (p.comm && !is_test(call))
        tapestry_message(call->state, p.role | TAPESTRY_AWAITED, call->start, call->end,
                         p.is_persistent ? shim_world(p.comm, p.peer) : p.peer, p.tag, p.comm->id,
                         p.bytes, p.number);
    shim_release(p.comm);
}

void shim_note_begun(const struct shim_call* call, MPI_Comm handle, int role, int root,
                     uint64_t bytes, MPI_Request request) {
    struct shim_comm* comm = shim_comm(handle);
    if (!comm) return;
    const uint64_t number = shim_note_collective(call, comm, role | TAPESTRY_BEGUN, root, bytes);
    remember((struct pending){.request = request,
                              .comm = comm,
                              .number = number,
                              .peer = root < 0 ? -1 : shim_world(comm, root),
                              .role = role});
}

static void remember_send(MPI_Request request, MPI_Comm handle, uint64_t number, uint64_t bytes,
                          int to, int tag, int is_persistent) {
    struct shim_comm* comm = to == MPI_PROC_NULL ? NULL : shim_comm(handle);
    if (comm)
        remember((struct pending){request, comm, handle, number, bytes,
                                  is_persistent ? to : shim_world(comm, to), tag, TAPESTRY_SENDS,
                                  is_persistent, 0, NULL, NULL, NULL});
}

void shim_remember_collective(MPI_Request request, MPI_Comm handle, int role, int root,
                              uint64_t bytes) {
    remember((struct pending){.request = request,
                              .comm = shim_comm(handle),
                              .handle = handle,
                              .bytes = bytes,
                              .peer = root,
                              .role = role,
                              .is_persistent = 1});
}

static void remember_receive(MPI_Request request, MPI_Comm comm, uint64_t number,
                             int is_persistent) {
    remember((struct pending){.request = request,
                              .comm = shim_comm(comm),
                              .number = number,
                              .role = TAPESTRY_RECEIVES,
                              .is_persistent = is_persistent});
}

void shim_remember_incoming(MPI_Request request, MPI_Comm comm, struct shim_incoming* in) {
    remember((struct pending){
        .request = request, .comm = shim_comm(comm), .role = TAPESTRY_RECEIVES, .incoming = in});
}

void shim_remember_made(MPI_Request request, const MPI_Comm* made, uint64_t id) {
    remember((struct pending){.request = request, .made = made, .number = id});
}

#define SENDS_LATER(name, COUNT)                                                       \
    SHIM int name(const void* buffer, COUNT count, MPI_Datatype type, int to, int tag, \
                  MPI_Comm comm, MPI_Request* request) {                               \
        SHIM_STATE(name, TAPESTRY_TRANSFER);                                           \
        const uint64_t bytes = shim_bytes(count, type);                                \
        struct shim_call call = shim_enter(&name##_state);                             \
        const int status = P##name(buffer, count, type, to, tag, comm, request);       \
        shim_leave(&call, bytes);                                                      \
        if (status != MPI_SUCCESS) return status;                                      \
        const uint64_t number = shim_note_send(&call, comm, to, tag, bytes);           \
        remember_send(*request, comm, number, bytes, to, tag, 0);                      \
        return status;                                                                 \
    }
SENDS_LATER(MPI_Isend, int)
SENDS_LATER(MPI_Ibsend, int)
SENDS_LATER(MPI_Issend, int)
SENDS_LATER(MPI_Irsend, int)

#define RECEIVES_LATER(name, COUNT)                                                               \
    SHIM int name(void* buffer, COUNT count, MPI_Datatype type, int from, int tag, MPI_Comm comm, \
                  MPI_Request* request) {                                                         \
        SHIM_STATE(name, TAPESTRY_TRANSFER);                                                      \
        struct shim_call call = shim_enter(&name##_state);                                        \
        const uint64_t number = shim_next_number();                                               \
        const int status = P##name(buffer, count, type, from, tag, comm, request);                \
        shim_leave(&call, 0);                                                                     \
        if (status == MPI_SUCCESS && from != MPI_PROC_NULL)                                       \
            remember_receive(*request, comm, number, 0);                                          \
        return status;                                                                            \
    }
RECEIVES_LATER(MPI_Irecv, int)

#define MAKES_SEND(name, COUNT)                                                        \
    SHIM int name(const void* buffer, COUNT count, MPI_Datatype type, int to, int tag, \
                  MPI_Comm comm, MPI_Request* request) {                               \
        const int status = P##name(buffer, count, type, to, tag, comm, request);       \
        if (status == MPI_SUCCESS)                                                     \
            remember_send(*request, comm, 0, shim_bytes(count, type), to, tag, 1);     \
        return status;                                                                 \
    }
MAKES_SEND(MPI_Send_init, int)
MAKES_SEND(MPI_Bsend_init, int)
MAKES_SEND(MPI_Ssend_init, int)
MAKES_SEND(MPI_Rsend_init, int)

#define MAKES_RECEIVE(name, COUNT)                                                                \
    SHIM int name(void* buffer, COUNT count, MPI_Datatype type, int from, int tag, MPI_Comm comm, \
                  MPI_Request* request) {                                                         \
        const int status = P##name(buffer, count, type, from, tag, comm, request);                \
        if (status == MPI_SUCCESS && from != MPI_PROC_NULL)                                       \
            remember_receive(*request, comm, 0, 1);                                               \
        return status;                                                                            \
    }
MAKES_RECEIVE(MPI_Recv_init, int)

/* A persistent send is a new send at each start, and so is a collective call; a persistent receive
 * is numbered among the receives at that point. */
static void note_start(const struct shim_call* call, MPI_Request request) {
    struct pending p;
    if (!take(request, &p, 0)) return;
    const uint64_t number =
        p.role == TAPESTRY_SENDS ? shim_note_send(call, p.handle, p.peer, p.tag, p.bytes)
        : p.role == TAPESTRY_RECEIVES
            ? shim_next_number()
            : shim_note_collective(call, p.comm, p.role | TAPESTRY_BEGUN, p.peer, p.bytes);
    shim_release(p.comm);
    pthread_mutex_lock(&lock);
    for (struct pending* known = *line_of(request); known; known = known->next)
        if (known->request == request) known->number = number;
    pthread_mutex_unlock(&lock);
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
    if (take(*request, &p, 1)) shim_release(p.comm);
    return PMPI_Request_free(request);
}

/* ---- Completion of one request or many. The requests are copied first, because MPI clears
 * those that complete. */

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

/* ---- Messages matched by a probe: they are numbered among the receives at that point. */

static void note_matched(MPI_Message message, MPI_Comm comm) {
    if (message != MPI_MESSAGE_NO_PROC)
        remember_receive((MPI_Request)message, comm, shim_next_number(), 0);
}

SHIM int MPI_Mprobe(int from, int tag, MPI_Comm comm, MPI_Message* message, MPI_Status* wanted) {
    SHIM_STATE(MPI_Mprobe, TAPESTRY_WAIT_RECV);
    struct shim_call call = shim_enter(&MPI_Mprobe_state);
    const int status = PMPI_Mprobe(from, tag, comm, message, wanted);
    shim_leave(&call, 0);
    if (status == MPI_SUCCESS) note_matched(*message, comm);
    return status;
}

SHIM int MPI_Improbe(int from, int tag, MPI_Comm comm, int* flag, MPI_Message* message,
                     MPI_Status* wanted) {
    SHIM_STATE(MPI_Improbe, TAPESTRY_OVERHEAD);
    struct shim_call call = shim_enter(&MPI_Improbe_state);
    const int status = PMPI_Improbe(from, tag, comm, flag, message, wanted);
    shim_leave(&call, 0);
    if (status == MPI_SUCCESS && *flag) note_matched(*message, comm);
    return status;
}

#define RECEIVES_MATCHED(name, COUNT)                                                 \
    SHIM int name(void* buffer, COUNT count, MPI_Datatype type, MPI_Message* message, \
                  MPI_Status* wanted) {                                               \
        SHIM_STATE(name, TAPESTRY_UNKNOWN);                                           \
        MPI_Status own, *got = wanted == MPI_STATUS_IGNORE ? &own : wanted;           \
        const MPI_Message before = *message;                                          \
        struct shim_call call = shim_enter(&name##_state);                            \
        const int status = P##name(buffer, count, type, message, got);                \
        shim_leave(&call, status == MPI_SUCCESS ? shim_received(got) : 0);            \
        if (status == MPI_SUCCESS) note_end(&call, (MPI_Request)before, got);         \
        return status;                                                                \
    }
RECEIVES_MATCHED(MPI_Mrecv, int)

#define RECEIVES_MATCHED_LATER(name, COUNT)                                           \
    SHIM int name(void* buffer, COUNT count, MPI_Datatype type, MPI_Message* message, \
                  MPI_Request* request) {                                             \
        SHIM_STATE(name, TAPESTRY_TRANSFER);                                          \
        struct pending p;                                                             \
        const int known = take((MPI_Request)*message, &p, 0);                         \
        struct shim_call call = shim_enter(&name##_state);                            \
        const int status = P##name(buffer, count, type, message, request);            \
        shim_leave(&call, 0);                                                         \
        if (!known) return status;                                                    \
        p.request = *request;                                                         \
        if (status == MPI_SUCCESS) remember(p);                                       \
        shim_release(p.comm);                                                         \
        return status;                                                                \
    }
RECEIVES_MATCHED_LATER(MPI_Imrecv, int)

#if MPI_VERSION >= 4
/* Its request completes both; that it waits for the receiver too is not seen, nor whom it receives
 * from if that may be anybody. */
static void remember_exchange(MPI_Request request, MPI_Comm handle, uint64_t number, int from,
                              int tag, uint64_t bytes) {
    struct shim_comm* comm = from == MPI_PROC_NULL ? NULL : shim_comm(handle);
    if (!comm || from == MPI_ANY_SOURCE || tag == MPI_ANY_TAG) return;
    remember((struct pending){.request = request,
                              .comm = comm,
                              .number = number,
                              .bytes = bytes,
                              .peer = shim_world(comm, from),
                              .tag = tag,
                              .role = TAPESTRY_RECEIVES,
                              .is_exchange = 1});
}
#define EXCHANGES_LATER(name, COUNT)                                                               \
    SHIM int name(const void* send, COUNT send_count, MPI_Datatype send_type, int to,              \
                  int send_tag, void* receive, COUNT receive_count, MPI_Datatype receive_type,     \
                  int from, int receive_tag, MPI_Comm comm, MPI_Request* request) {                \
        SHIM_STATE(name, TAPESTRY_TRANSFER);                                                       \
        const uint64_t bytes = shim_bytes(send_count, send_type);                                  \
        struct shim_call call = shim_enter(&name##_state);                                         \
        const uint64_t number = shim_next_number();                                                \
        const int status = P##name(send, send_count, send_type, to, send_tag, receive,             \
                                   receive_count, receive_type, from, receive_tag, comm, request); \
        shim_leave(&call, bytes);                                                                  \
        if (status != MPI_SUCCESS) return status;                                                  \
        shim_note_send(&call, comm, to, send_tag, bytes);                                          \
        remember_exchange(*request, comm, number, from, receive_tag,                               \
                          shim_bytes(receive_count, receive_type));                                \
        return status;                                                                             \
    }
#define REPLACES_LATER(name, COUNT)                                                             \
    SHIM int name(void* buffer, COUNT count, MPI_Datatype type, int to, int send_tag, int from, \
                  int receive_tag, MPI_Comm comm, MPI_Request* request) {                       \
        SHIM_STATE(name, TAPESTRY_TRANSFER);                                                    \
        const uint64_t bytes = shim_bytes(count, type);                                         \
        struct shim_call call = shim_enter(&name##_state);                                      \
        const uint64_t number = shim_next_number();                                             \
        const int status =                                                                      \
            P##name(buffer, count, type, to, send_tag, from, receive_tag, comm, request);       \
        shim_leave(&call, bytes);                                                               \
        if (status != MPI_SUCCESS) return status;                                               \
        shim_note_send(&call, comm, to, send_tag, bytes);                                       \
        remember_exchange(*request, comm, number, from, receive_tag, shim_bytes(count, type));  \
        return status;                                                                          \
    }
EXCHANGES_LATER(MPI_Isendrecv, int)
EXCHANGES_LATER(MPI_Isendrecv_c, MPI_Count)
REPLACES_LATER(MPI_Isendrecv_replace, int)
REPLACES_LATER(MPI_Isendrecv_replace_c, MPI_Count)
SENDS_LATER(MPI_Isend_c, MPI_Count)
SENDS_LATER(MPI_Ibsend_c, MPI_Count)
SENDS_LATER(MPI_Issend_c, MPI_Count)
SENDS_LATER(MPI_Irsend_c, MPI_Count)
RECEIVES_LATER(MPI_Irecv_c, MPI_Count)
MAKES_SEND(MPI_Send_init_c, MPI_Count)
MAKES_SEND(MPI_Bsend_init_c, MPI_Count)
MAKES_SEND(MPI_Ssend_init_c, MPI_Count)
MAKES_SEND(MPI_Rsend_init_c, MPI_Count)
MAKES_RECEIVE(MPI_Recv_init_c, MPI_Count)
RECEIVES_MATCHED(MPI_Mrecv_c, MPI_Count)
RECEIVES_MATCHED_LATER(MPI_Imrecv_c, MPI_Count)
#endif
