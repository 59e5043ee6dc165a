/* SPDX-License-Identifier: Apache-2.0 */
/* The MPI shim replaces MPI functions: it records each call and forwards it to the profiling
 * name (PMPI_). It is compiled once for Open MPI and once for MPICH, whose handles the family of
 * MPICH shares; dispatch.c loads the one that fits. It is not linked with MPI: it uses the library
 * that the program has loaded, whatever its file is called. */
#ifndef TAPESTRY_MPI_SHIM_H
#define TAPESTRY_MPI_SHIM_H

#include <mpi.h>
#include <stdint.h>

#include "../recording_layout.h"
#include "../tapestry.h"

#ifdef OPEN_MPI
/* Weak, because the linker of the shim does not see these symbols. */
#pragma weak ompi_mpi_byte
#pragma weak ompi_mpi_comm_null
#pragma weak ompi_mpi_comm_world
#pragma weak ompi_mpi_datatype_null
#pragma weak ompi_mpi_group_null
#pragma weak ompi_mpi_op_min
#pragma weak ompi_mpi_int
#pragma weak ompi_mpi_uint64_t
#pragma weak ompi_mpi_win_null
#pragma weak ompi_message_no_proc
#pragma weak ompi_request_empty
#pragma weak ompi_request_null
#pragma weak OMPI_C_MPI_COMM_NULL_COPY_FN
#pragma weak OMPI_C_MPI_WIN_NULL_COPY_FN
#endif

#define SHIM __attribute__((visibility("default")))

/* Sends that are complete when they return share one request, which says nothing. */
static inline int shim_is_shared(MPI_Request request) {
#ifdef OPEN_MPI
    extern char ompi_request_empty[];
    return (void*)request == (void*)ompi_request_empty;
#else
    return (unsigned)request >> 30 == 1; /* MPICH's kind of built-in objects */
#endif
}

/* communicators.c: the shim's data of a communicator, stored as an attribute of it. */
struct shim_comm {
    uint64_t id; /* 0: MPI_COMM_WORLD; the same in all its members */
    int rank;
    int size;
    int peers;  /* length of `world` */
    int* world; /* rank in MPI_COMM_WORLD of each rank; of an inter-communicator of the remote ones
                 */
    uint64_t collectives;
    unsigned users;             /* requests may outlive their communicator */
    struct shim_comm* access;   /* of a window: whom MPI_Win_start named, */
    struct shim_comm* exposure; /* and MPI_Win_post */
};
struct shim_comm* shim_comm(MPI_Comm comm);
struct shim_comm* shim_window(MPI_Win window);
struct shim_comm* shim_group(MPI_Group group);
struct shim_comm* shim_keep(struct shim_comm* comm);
void shim_release(struct shim_comm* comm);
/* The id of the next communicator with the members of this one; `shim_adopt` gives it to a handle
 * that becomes valid later. */
uint64_t shim_reserve(const struct shim_comm* comm);
void shim_adopt(MPI_Comm handle, uint64_t id);
/* A copy, with calls of its own, for what is opened on a communicator. */
struct shim_comm* shim_copy(const struct shim_comm* comm);
int shim_world(const struct shim_comm* comm, int rank); /* -1: nobody */
void shim_start(void);                                  /* behind MPI_Init */
void shim_finish(void);                                 /* before MPI_Finalize */
struct shim_call;
/* MPI_Init and MPI_Finalize, where most ranks wait for the last one. */
void shim_note_everyone(const struct shim_call* call, uint64_t number);

/* fortran.c: whether the caller is a binding for another language, and who called that. */
int shim_is_binding(const void* caller);
const void* shim_fortran_caller(const void* binding);
/* The state of a function called from this address. */
static inline tapestry_state* shim_site(tapestry_state* function, const void* caller) {
    if (!tapestry_is_recording()) return function;
    return tapestry_site(function, shim_is_binding(caller) ? shim_fortran_caller(caller) : caller);
}

/* align.c */
void shim_align(void);

/* A call in progress. */
struct shim_call {
    tapestry_state* state;
    uint64_t start;
    uint64_t end;
};
static inline struct shim_call shim_enter_at(tapestry_state* state) {
    tapestry_enter(state);
    return (struct shim_call){state, tapestry_ticks(), 0};
}
/* Use only in functions that the program itself calls. */
#define shim_enter(function) shim_enter_at(shim_site(function, __builtin_return_address(0)))
static inline void shim_leave(struct shim_call* call, uint64_t bytes) {
    call->end = tapestry_ticks();
    tapestry_leave_bytes(call->state, bytes);
}
static inline uint64_t shim_bytes(MPI_Count count, MPI_Datatype type) {
    MPI_Count size = 0;
    return count > 0 && PMPI_Type_size_x(type, &size) == MPI_SUCCESS && size > 0
               ? (uint64_t)count * (uint64_t)size
               : 0;
}
/* Bytes that came; a count of bytes as int ends at 2 GiB. */
static inline uint64_t shim_received(const MPI_Status* status) {
    MPI_Count count = 0;
    const int got = PMPI_Get_elements_x(status, MPI_BYTE, &count);
    return got == MPI_SUCCESS && count > 0 ? (uint64_t)count : 0;
}

/* collectives.c: returns the index of the call in its communicator or window. */
uint64_t shim_note_collective(const struct shim_call* call, struct shim_comm* comm, int role,
                              int root, uint64_t bytes);

/* requests.c: a nonblocking collective call; the call that completes the request waits for it. */
void shim_note_begun(const struct shim_call* call, MPI_Comm comm, int role, int root,
                     uint64_t bytes, MPI_Request request);

/* requests.c: a persistent collective call, which begins with each start of its request. */
void shim_remember_collective(MPI_Request request, MPI_Comm comm, int role, int root,
                              uint64_t bytes);

/* neighbours.c: what a neighbourhood collective receives from each neighbour, for the call that
 * completes it. */
struct shim_incoming;
void shim_note_incoming(const struct shim_call* call, const struct shim_comm* comm,
                        struct shim_incoming* in);
/* requests.c: kept until the request completes. */
void shim_remember_incoming(MPI_Request request, MPI_Comm comm, struct shim_incoming* in);
/* requests.c: a communicator that is made when the request completes. */
void shim_remember_made(MPI_Request request, const MPI_Comm* made, uint64_t id);

/* point_to_point.c */
uint64_t shim_next_number(void);
/* Returns the number of the send. */
uint64_t shim_note_send(const struct shim_call* call, MPI_Comm comm, int to, int tag,
                        uint64_t bytes);
/* A completed receive; `number` is the one it got when it was posted. */
uint64_t shim_note_receive(const struct shim_call* call, const struct shim_comm* comm,
                           const MPI_Status* status, uint64_t number);

/* Defines the state of a function. */
#define SHIM_STATE(name, category) \
    static tapestry_state name##_state = {#name, category, NULL, NULL, NULL, 0, 0, NULL}

#endif
