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

ONE_SIDED(MPI_Put, TAPESTRY_PUTS, shim_bytes(count, type),
          (const void* from, int count, MPI_Datatype type, int target, MPI_Aint at,
           int target_count, MPI_Datatype target_type, MPI_Win window),
          (from, count, type, target, at, target_count, target_type, window))
ONE_SIDED(MPI_Get, TAPESTRY_GETS, shim_bytes(count, type),
          (void* to, int count, MPI_Datatype type, int target, MPI_Aint at, int target_count,
           MPI_Datatype target_type, MPI_Win window),
          (to, count, type, target, at, target_count, target_type, window))
ONE_SIDED(MPI_Accumulate, TAPESTRY_PUTS, shim_bytes(count, type),
          (const void* from, int count, MPI_Datatype type, int target, MPI_Aint at,
           int target_count, MPI_Datatype target_type, MPI_Op op, MPI_Win window),
          (from, count, type, target, at, target_count, target_type, op, window))
ONE_SIDED(MPI_Get_accumulate, TAPESTRY_GETS, shim_bytes(result_count, result_type),
          (const void* from, int count, MPI_Datatype type, void* result, int result_count,
           MPI_Datatype result_type, int target, MPI_Aint at, int target_count,
           MPI_Datatype target_type, MPI_Op op, MPI_Win window),
          (from, count, type, result, result_count, result_type, target, at, target_count,
           target_type, op, window))
ONE_SIDED(MPI_Fetch_and_op, TAPESTRY_GETS, shim_bytes(1, type),
          (const void* from, void* result, MPI_Datatype type, int target, MPI_Aint at, MPI_Op op,
           MPI_Win window),
          (from, result, type, target, at, op, window))
ONE_SIDED(MPI_Compare_and_swap, TAPESTRY_GETS, shim_bytes(1, type),
          (const void* from, const void* compare, void* result, MPI_Datatype type, int target,
           MPI_Aint at, MPI_Win window),
          (from, compare, result, type, target, at, window))

ONE_SIDED(MPI_Rput, TAPESTRY_PUTS, shim_bytes(count, type),
          (const void* from, int count, MPI_Datatype type, int target, MPI_Aint at,
           int target_count, MPI_Datatype target_type, MPI_Win window, MPI_Request* request),
          (from, count, type, target, at, target_count, target_type, window, request))
ONE_SIDED(MPI_Rget, TAPESTRY_GETS, shim_bytes(count, type),
          (void* to, int count, MPI_Datatype type, int target, MPI_Aint at, int target_count,
           MPI_Datatype target_type, MPI_Win window, MPI_Request* request),
          (to, count, type, target, at, target_count, target_type, window, request))
ONE_SIDED(MPI_Raccumulate, TAPESTRY_PUTS, shim_bytes(count, type),
          (const void* from, int count, MPI_Datatype type, int target, MPI_Aint at,
           int target_count, MPI_Datatype target_type, MPI_Op op, MPI_Win window,
           MPI_Request* request),
          (from, count, type, target, at, target_count, target_type, op, window, request))

ONE_SIDED(MPI_Rget_accumulate, TAPESTRY_GETS, shim_bytes(result_count, result_type),
          (const void* from, int count, MPI_Datatype type, void* result, int result_count,
           MPI_Datatype result_type, int target, MPI_Aint at, int target_count,
           MPI_Datatype target_type, MPI_Op op, MPI_Win window, MPI_Request* request),
          (from, count, type, result, result_count, result_type, target, at, target_count,
           target_type, op, window, request))
