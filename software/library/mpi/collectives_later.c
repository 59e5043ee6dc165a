/* SPDX-License-Identifier: Apache-2.0 */
/* Nonblocking collective calls: records that they were started, and the bytes of this rank. The
 * call that completes their request waits for the other ranks. */
#include "shim.h"

#define BEGUN(name, role, root, bytes, parameters, arguments)                                 \
    SHIM int name parameters {                                                                \
        SHIM_STATE(name, TAPESTRY_TRANSFER);                                                  \
        const uint64_t moved = (bytes);                                                       \
        struct shim_call call = shim_enter(&name##_state);                                    \
        const int status = P##name arguments;                                                 \
        shim_leave(&call, moved);                                                             \
        if (status == MPI_SUCCESS) shim_note_begun(&call, comm, role, root, moved, *request); \
        return status;                                                                        \
    }

static const struct shim_comm* known(MPI_Comm comm) { return shim_comm(comm); }
static int is_root(MPI_Comm comm, int root) { return known(comm) && known(comm)->rank == root; }
static uint64_t peers(MPI_Comm comm) { return known(comm) ? (uint64_t)known(comm)->peers : 0; }
static uint64_t sum(const void* buffer, const int counts[], MPI_Comm comm, MPI_Datatype type) {
    uint64_t bytes = 0;
    for (uint64_t i = 0; buffer != MPI_IN_PLACE && i < peers(comm); ++i)
        bytes += shim_bytes(counts[i], type);
    return bytes;
}
static uint64_t sum_typed(const void* buffer, const int counts[], MPI_Comm comm,
                          const MPI_Datatype types[]) {
    uint64_t bytes = 0;
    for (uint64_t i = 0; buffer != MPI_IN_PLACE && i < peers(comm); ++i)
        bytes += shim_bytes(counts[i], types[i]);
    return bytes;
}
static uint64_t own(const void* buffer, int count, MPI_Datatype type) {
    return buffer == MPI_IN_PLACE ? 0 : shim_bytes(count, type);
}

BEGUN(MPI_Ibarrier, TAPESTRY_BARRIER, -1, 0, (MPI_Comm comm, MPI_Request* request), (comm, request))
BEGUN(MPI_Ibcast, TAPESTRY_FROM_ROOT, root, is_root(comm, root) ? shim_bytes(count, type) : 0,
      (void* buffer, int count, MPI_Datatype type, int root, MPI_Comm comm, MPI_Request* request),
      (buffer, count, type, root, comm, request))
BEGUN(MPI_Ireduce, TAPESTRY_TO_ROOT, root, shim_bytes(count, type),
      (const void* send, void* receive, int count, MPI_Datatype type, MPI_Op op, int root,
       MPI_Comm comm, MPI_Request* request),
      (send, receive, count, type, op, root, comm, request))
BEGUN(MPI_Iallreduce, TAPESTRY_ALL_TO_ALL, -1, shim_bytes(count, type),
      (const void* send, void* receive, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm,
       MPI_Request* request),
      (send, receive, count, type, op, comm, request))
BEGUN(MPI_Igather, TAPESTRY_TO_ROOT, root, own(send, send_count, send_type),
      (const void* send, int send_count, MPI_Datatype send_type, void* receive, int count,
       MPI_Datatype type, int root, MPI_Comm comm, MPI_Request* request),
      (send, send_count, send_type, receive, count, type, root, comm, request))
BEGUN(MPI_Iscatter, TAPESTRY_FROM_ROOT, root,
      is_root(comm, root) ? peers(comm) * shim_bytes(send_count, send_type) : 0,
      (const void* send, int send_count, MPI_Datatype send_type, void* receive, int count,
       MPI_Datatype type, int root, MPI_Comm comm, MPI_Request* request),
      (send, send_count, send_type, receive, count, type, root, comm, request))
BEGUN(MPI_Iallgather, TAPESTRY_ALL_TO_ALL, -1, own(send, send_count, send_type),
      (const void* send, int send_count, MPI_Datatype send_type, void* receive, int count,
       MPI_Datatype type, MPI_Comm comm, MPI_Request* request),
      (send, send_count, send_type, receive, count, type, comm, request))
BEGUN(MPI_Ialltoall, TAPESTRY_ALL_TO_ALL, -1, peers(comm) * own(send, send_count, send_type),
      (const void* send, int send_count, MPI_Datatype send_type, void* receive, int count,
       MPI_Datatype type, MPI_Comm comm, MPI_Request* request),
      (send, send_count, send_type, receive, count, type, comm, request))
BEGUN(MPI_Iscan, TAPESTRY_ALL_TO_ALL, -1, shim_bytes(count, type),
      (const void* send, void* receive, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm,
       MPI_Request* request),
      (send, receive, count, type, op, comm, request))
BEGUN(MPI_Iexscan, TAPESTRY_ALL_TO_ALL, -1, shim_bytes(count, type),
      (const void* send, void* receive, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm,
       MPI_Request* request),
      (send, receive, count, type, op, comm, request))
BEGUN(MPI_Ireduce_scatter, TAPESTRY_ALL_TO_ALL, -1, sum(NULL, counts, comm, type),
      (const void* send, void* receive, const int counts[], MPI_Datatype type, MPI_Op op,
       MPI_Comm comm, MPI_Request* request),
      (send, receive, counts, type, op, comm, request))
BEGUN(MPI_Ireduce_scatter_block, TAPESTRY_ALL_TO_ALL, -1, peers(comm) * shim_bytes(count, type),
      (const void* send, void* receive, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm,
       MPI_Request* request),
      (send, receive, count, type, op, comm, request))
BEGUN(MPI_Igatherv, TAPESTRY_TO_ROOT, root, own(send, send_count, send_type),
      (const void* send, int send_count, MPI_Datatype send_type, void* receive, const int counts[],
       const int at[], MPI_Datatype type, int root, MPI_Comm comm, MPI_Request* request),
      (send, send_count, send_type, receive, counts, at, type, root, comm, request))
BEGUN(MPI_Iscatterv, TAPESTRY_FROM_ROOT, root,
      is_root(comm, root) ? sum(NULL, counts, comm, send_type) : 0,
      (const void* send, const int counts[], const int at[], MPI_Datatype send_type, void* receive,
       int count, MPI_Datatype type, int root, MPI_Comm comm, MPI_Request* request),
      (send, counts, at, send_type, receive, count, type, root, comm, request))
BEGUN(MPI_Iallgatherv, TAPESTRY_ALL_TO_ALL, -1, own(send, send_count, send_type),
      (const void* send, int send_count, MPI_Datatype send_type, void* receive, const int counts[],
       const int at[], MPI_Datatype type, MPI_Comm comm, MPI_Request* request),
      (send, send_count, send_type, receive, counts, at, type, comm, request))
BEGUN(MPI_Ialltoallv, TAPESTRY_ALL_TO_ALL, -1, sum(send, send_counts, comm, send_type),
      (const void* send, const int send_counts[], const int send_at[], MPI_Datatype send_type,
       void* receive, const int counts[], const int at[], MPI_Datatype type, MPI_Comm comm,
       MPI_Request* request),
      (send, send_counts, send_at, send_type, receive, counts, at, type, comm, request))
BEGUN(MPI_Ialltoallw, TAPESTRY_ALL_TO_ALL, -1, sum_typed(send, send_counts, comm, send_types),
      (const void* send, const int send_counts[], const int send_at[],
       const MPI_Datatype send_types[], void* receive, const int counts[], const int at[],
       const MPI_Datatype types[], MPI_Comm comm, MPI_Request* request),
      (send, send_counts, send_at, send_types, receive, counts, at, types, comm, request))
