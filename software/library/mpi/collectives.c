/* SPDX-License-Identifier: Apache-2.0 */
/* Collective calls. Of those that do not block it is recorded that they were started: the call that
 * completes their request waits for the other ranks. A persistent one starts in MPI_Start. */
#include "shim.h"

uint64_t shim_note_collective(const struct shim_call* call, struct shim_comm* comm, int role,
                              int root, uint64_t bytes) {
    if (!comm) return 0;
    const uint64_t number = __atomic_fetch_add(&comm->collectives, 1, __ATOMIC_RELAXED);
    tapestry_message(call->state, role, call->start, call->end,
                     root < 0 ? -1 : shim_world(comm, root), 0, comm->id, bytes, number);
    return number;
}

static const struct shim_comm* known(MPI_Comm comm) { return shim_comm(comm); }
static int is_root(MPI_Comm comm, int root) { return known(comm) && known(comm)->rank == root; }
static uint64_t peers(MPI_Comm comm) { return known(comm) ? (uint64_t)known(comm)->peers : 0; }
static uint64_t own(const void* buffer, MPI_Count count, MPI_Datatype type) {
    return buffer == MPI_IN_PLACE ? 0 : shim_bytes(count, type);
}

#define UNPACK(...) __VA_ARGS__
#define BLOCKING(name, category, role, root, bytes, parameters, arguments)   \
    SHIM int name parameters {                                               \
        SHIM_STATE(name, category);                                          \
        const uint64_t moved = (bytes);                                      \
        struct shim_call call = shim_enter(&name##_state);                   \
        const int status = P##name arguments;                                \
        shim_leave(&call, moved);                                            \
        if (status == MPI_SUCCESS)                                           \
            shim_note_collective(&call, shim_comm(comm), role, root, moved); \
        return status;                                                       \
    }
#define BEGUN(name, role, root, bytes, parameters, arguments)                                 \
    SHIM int name(UNPACK parameters, MPI_Request* request) {                                  \
        SHIM_STATE(name, TAPESTRY_TRANSFER);                                                  \
        const uint64_t moved = (bytes);                                                       \
        struct shim_call call = shim_enter(&name##_state);                                    \
        const int status = P##name(UNPACK arguments, request);                                \
        shim_leave(&call, moved);                                                             \
        if (status == MPI_SUCCESS) shim_note_begun(&call, comm, role, root, moved, *request); \
        return status;                                                                        \
    }
#define MADE(name, role, root, bytes, parameters, arguments)                                    \
    SHIM int name(UNPACK parameters, MPI_Info info, MPI_Request* request) {                     \
        const uint64_t moved = (bytes);                                                         \
        const int status = P##name(UNPACK arguments, info, request);                            \
        if (status == MPI_SUCCESS) shim_remember_collective(*request, comm, role, root, moved); \
        return status;                                                                          \
    }

BLOCKING(MPI_Barrier, TAPESTRY_OVERHEAD, TAPESTRY_BARRIER, -1, 0, (MPI_Comm comm), (comm))
BEGUN(MPI_Ibarrier, TAPESTRY_BARRIER, -1, 0, (MPI_Comm comm), (comm))

#define COUNT int
#define AT int
#define SIZED(name) name
#if MPI_VERSION < 4
#define OPERATION(name, later, role, root, bytes, parameters, arguments)             \
    BLOCKING(MPI_##name, TAPESTRY_UNKNOWN, role, root, bytes, parameters, arguments) \
    BEGUN(MPI_I##later, role, root, bytes, parameters, arguments)
#include "collective_calls.h"
#else
MADE(MPI_Barrier_init, TAPESTRY_BARRIER, -1, 0, (MPI_Comm comm), (comm))
#define OPERATION(name, later, role, root, bytes, parameters, arguments)             \
    BLOCKING(MPI_##name, TAPESTRY_UNKNOWN, role, root, bytes, parameters, arguments) \
    BEGUN(MPI_I##later, role, root, bytes, parameters, arguments)                    \
    MADE(MPI_##name##_init, role, root, bytes, parameters, arguments)
#include "collective_calls.h"
#undef OPERATION
#undef COUNT
#undef AT
#undef SIZED
#define COUNT MPI_Count
#define AT MPI_Aint
#define SIZED(name) name##_large
#define OPERATION(name, later, role, root, bytes, parameters, arguments)                 \
    BLOCKING(MPI_##name##_c, TAPESTRY_UNKNOWN, role, root, bytes, parameters, arguments) \
    BEGUN(MPI_I##later##_c, role, root, bytes, parameters, arguments)                    \
    MADE(MPI_##name##_init_c, role, root, bytes, parameters, arguments)
#include "collective_calls.h"
#endif
