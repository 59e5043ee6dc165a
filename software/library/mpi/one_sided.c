/* SPDX-License-Identifier: Apache-2.0 */
/* One-sided calls: put, get and accumulate, and the calls that complete them. */
#include "shim.h"

static void note(const struct shim_call* call, MPI_Win window, int role, int target,
                 uint64_t bytes) {
    const struct shim_comm* comm = target == MPI_PROC_NULL ? NULL : shim_window(window);
    if (comm)
        tapestry_message(call->state, role, call->start, call->end, shim_world(comm, target), 0,
                         comm->id, bytes, shim_next_number());
}

#define ONE_SIDED(name, role, bytes, parameters, arguments)                  \
    SHIM int name parameters {                                               \
        SHIM_STATE(name, TAPESTRY_TRANSFER);                                 \
        const uint64_t moved = (bytes);                                      \
        struct shim_call call = shim_enter(&name##_state);                   \
        const int status = P##name arguments;                                \
        shim_leave(&call, moved);                                            \
        if (status == MPI_SUCCESS) note(&call, window, role, target, moved); \
        return status;                                                       \
    }

ONE_SIDED(MPI_Fetch_and_op, TAPESTRY_GETS, shim_bytes(1, type),
          (const void* from, void* result, MPI_Datatype type, int target, MPI_Aint at, MPI_Op op,
           MPI_Win window),
          (from, result, type, target, at, op, window))
ONE_SIDED(MPI_Compare_and_swap, TAPESTRY_GETS, shim_bytes(1, type),
          (const void* from, const void* compare, void* result, MPI_Datatype type, int target,
           MPI_Aint at, MPI_Win window),
          (from, compare, result, type, target, at, window))

#define COUNT int
#define SIZED_CALL(name, role, bytes, parameters, arguments) \
    ONE_SIDED(name, role, bytes, parameters, arguments)
#include "one_sided_calls.h"
#if MPI_VERSION >= 4
#undef COUNT
#undef SIZED_CALL
#define COUNT MPI_Count
#define SIZED_CALL(name, role, bytes, parameters, arguments) \
    ONE_SIDED(name##_c, role, bytes, parameters, arguments)
#include "one_sided_calls.h"
#endif
