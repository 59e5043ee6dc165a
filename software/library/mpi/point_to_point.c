/* SPDX-License-Identifier: Apache-2.0 */
/* Blocking sends and receives, probes, and MPI_Init and MPI_Finalize. */
#include "shim.h"

uint64_t shim_next_number(void) {
    static uint64_t number;
    return __atomic_fetch_add(&number, 1, __ATOMIC_RELAXED);
}

uint64_t shim_note_send(const struct shim_call* call, MPI_Comm handle, int to, int tag,
                        uint64_t bytes) {
    const struct shim_comm* comm = to == MPI_PROC_NULL ? NULL : shim_comm(handle);
    const uint64_t number = shim_next_number();
    if (comm)
        tapestry_message(call->state, TAPESTRY_SENDS, call->start, call->end, shim_world(comm, to),
                         tag, comm->id, bytes, number);
    return number;
}

uint64_t shim_note_receive(const struct shim_call* call, const struct shim_comm* comm,
                           const MPI_Status* status, uint64_t number) {
    int cancelled = 0;
    if (!comm || status->MPI_SOURCE == MPI_PROC_NULL || status->MPI_SOURCE < 0) return 0;
    PMPI_Test_cancelled(status, &cancelled);
    if (cancelled) return 0;
    const uint64_t bytes = shim_received(status);
    tapestry_message(call->state, TAPESTRY_RECEIVES, call->start, call->end,
                     shim_world(comm, status->MPI_SOURCE), status->MPI_TAG, comm->id, bytes,
                     number);
    return bytes;
}

#define BEGINS(name, parameters, arguments)                \
    SHIM int name parameters {                             \
        SHIM_STATE(name, TAPESTRY_OVERHEAD);               \
        struct shim_call call = shim_enter(&name##_state); \
        const int status = P##name arguments;              \
        shim_leave(&call, 0);                              \
        if (status != MPI_SUCCESS) return status;          \
        shim_start();                                      \
        shim_note_everyone(&call, TAPESTRY_INIT_NUMBER);   \
        return status;                                     \
    }
BEGINS(MPI_Init, (int* argc, char*** argv), (argc, argv))
BEGINS(MPI_Init_thread, (int* argc, char*** argv, int wanted, int* got), (argc, argv, wanted, got))

SHIM int MPI_Finalize(void) {
    SHIM_STATE(MPI_Finalize, TAPESTRY_OVERHEAD);
    shim_finish();
    struct shim_call call = shim_enter(&MPI_Finalize_state);
    const int status = PMPI_Finalize();
    shim_leave(&call, 0);
    shim_note_everyone(&call, TAPESTRY_FINALIZE_NUMBER);
    return status;
}

/* The program may pass MPI_STATUS_IGNORE; the shim needs the status. */
#define OWN_STATUS(status) \
    MPI_Status own_status, *got = (status) == MPI_STATUS_IGNORE ? &own_status : (status)

static void note_exchange(const struct shim_call* call, MPI_Comm comm, int to, int send_tag,
                          uint64_t bytes, const MPI_Status* got, uint64_t number) {
    shim_note_send(call, comm, to, send_tag, bytes);
    shim_note_receive(call, shim_comm(comm), got, number);
}

#define SENDS(name, COUNT)                                                             \
    SHIM int name(const void* buffer, COUNT count, MPI_Datatype type, int to, int tag, \
                  MPI_Comm comm) {                                                     \
        SHIM_STATE(name, TAPESTRY_UNKNOWN);                                            \
        const uint64_t bytes = shim_bytes(count, type);                                \
        struct shim_call call = shim_enter(&name##_state);                             \
        const int status = P##name(buffer, count, type, to, tag, comm);                \
        shim_leave(&call, bytes);                                                      \
        if (status == MPI_SUCCESS) shim_note_send(&call, comm, to, tag, bytes);        \
        return status;                                                                 \
    }

#define RECEIVES(name, COUNT)                                                                     \
    SHIM int name(void* buffer, COUNT count, MPI_Datatype type, int from, int tag, MPI_Comm comm, \
                  MPI_Status* wanted) {                                                           \
        SHIM_STATE(name, TAPESTRY_UNKNOWN);                                                       \
        OWN_STATUS(wanted);                                                                       \
        struct shim_call call = shim_enter(&name##_state);                                        \
        const uint64_t number = shim_next_number();                                               \
        const int status = P##name(buffer, count, type, from, tag, comm, got);                    \
        const int came = status == MPI_SUCCESS && from != MPI_PROC_NULL;                          \
        shim_leave(&call, came ? shim_received(got) : 0);                                         \
        if (status == MPI_SUCCESS) shim_note_receive(&call, shim_comm(comm), got, number);        \
        return status;                                                                            \
    }

#define EXCHANGES(name, COUNT)                                                                   \
    SHIM int name(const void* send, COUNT send_count, MPI_Datatype send_type, int to,            \
                  int send_tag, void* receive, COUNT receive_count, MPI_Datatype receive_type,   \
                  int from, int receive_tag, MPI_Comm comm, MPI_Status* wanted) {                \
        SHIM_STATE(name, TAPESTRY_UNKNOWN);                                                      \
        OWN_STATUS(wanted);                                                                      \
        const uint64_t bytes = shim_bytes(send_count, send_type);                                \
        struct shim_call call = shim_enter(&name##_state);                                       \
        const uint64_t number = shim_next_number();                                              \
        const int status = P##name(send, send_count, send_type, to, send_tag, receive,           \
                                   receive_count, receive_type, from, receive_tag, comm, got);   \
        shim_leave(&call, bytes);                                                                \
        if (status == MPI_SUCCESS) note_exchange(&call, comm, to, send_tag, bytes, got, number); \
        return status;                                                                           \
    }

#define REPLACES(name, COUNT)                                                                    \
    SHIM int name(void* buffer, COUNT count, MPI_Datatype type, int to, int send_tag, int from,  \
                  int receive_tag, MPI_Comm comm, MPI_Status* wanted) {                          \
        SHIM_STATE(name, TAPESTRY_UNKNOWN);                                                      \
        OWN_STATUS(wanted);                                                                      \
        const uint64_t bytes = shim_bytes(count, type);                                          \
        struct shim_call call = shim_enter(&name##_state);                                       \
        const uint64_t number = shim_next_number();                                              \
        const int status =                                                                       \
            P##name(buffer, count, type, to, send_tag, from, receive_tag, comm, got);            \
        shim_leave(&call, bytes);                                                                \
        if (status == MPI_SUCCESS) note_exchange(&call, comm, to, send_tag, bytes, got, number); \
        return status;                                                                           \
    }

SENDS(MPI_Send, int)
SENDS(MPI_Bsend, int)
SENDS(MPI_Ssend, int)
SENDS(MPI_Rsend, int)
RECEIVES(MPI_Recv, int)
EXCHANGES(MPI_Sendrecv, int)
REPLACES(MPI_Sendrecv_replace, int)
#if MPI_VERSION >= 4
SENDS(MPI_Send_c, MPI_Count)
SENDS(MPI_Bsend_c, MPI_Count)
SENDS(MPI_Ssend_c, MPI_Count)
SENDS(MPI_Rsend_c, MPI_Count)
RECEIVES(MPI_Recv_c, MPI_Count)
EXCHANGES(MPI_Sendrecv_c, MPI_Count)
REPLACES(MPI_Sendrecv_replace_c, MPI_Count)
#endif

SHIM int MPI_Probe(int from, int tag, MPI_Comm comm, MPI_Status* wanted) {
    SHIM_STATE(MPI_Probe, TAPESTRY_WAIT_RECV);
    struct shim_call call = shim_enter(&MPI_Probe_state);
    const int status = PMPI_Probe(from, tag, comm, wanted);
    shim_leave(&call, 0);
    return status;
}

SHIM int MPI_Iprobe(int from, int tag, MPI_Comm comm, int* flag, MPI_Status* wanted) {
    SHIM_STATE(MPI_Iprobe, TAPESTRY_OVERHEAD);
    struct shim_call call = shim_enter(&MPI_Iprobe_state);
    const int status = PMPI_Iprobe(from, tag, comm, flag, wanted);
    shim_leave(&call, 0);
    return status;
}
