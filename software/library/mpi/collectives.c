/* SPDX-License-Identifier: Apache-2.0 */
/* Collective calls. The bytes are those that this rank contributes; none at a root that only
 * receives. */
#include "shim.h"

uint64_t shim_note_collective(const struct shim_call* call, struct shim_comm* comm, int role,
                              int root, uint64_t bytes) {
    if (!comm) return 0;
    const uint64_t number = __atomic_fetch_add(&comm->collectives, 1, __ATOMIC_RELAXED);
    tapestry_message(call->state, role, call->start, call->end,
                     root < 0 ? -1 : shim_world(comm, root), 0, comm->id, bytes, number);
    return number;
}

#define COLLECTIVE(name, category, role, root, bytes, parameters, arguments) \
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

static uint64_t sum_bytes(const int counts[], MPI_Comm handle, MPI_Datatype type) {
    const struct shim_comm* comm = shim_comm(handle);
    uint64_t sum = 0;
    for (int i = 0; comm && i < comm->peers; ++i) sum += shim_bytes(counts[i], type);
    return sum;
}

static uint64_t sum_typed(const int counts[], MPI_Comm handle, const MPI_Datatype types[]) {
    const struct shim_comm* comm = shim_comm(handle);
    uint64_t sum = 0;
    for (int i = 0; comm && i < comm->peers; ++i) sum += shim_bytes(counts[i], types[i]);
    return sum;
}

static int is_root(MPI_Comm handle, int root) {
    const struct shim_comm* comm = shim_comm(handle);
    return comm && comm->rank == root;
}

static uint64_t in_place(const void* buffer, uint64_t bytes) {
    return buffer == MPI_IN_PLACE ? 0 : bytes;
}

COLLECTIVE(MPI_Barrier, TAPESTRY_OVERHEAD, TAPESTRY_BARRIER, -1, 0, (MPI_Comm comm), (comm))
COLLECTIVE(MPI_Bcast, TAPESTRY_UNKNOWN, TAPESTRY_FROM_ROOT, root,
           is_root(comm, root) ? shim_bytes(count, type) : 0,
           (void* buffer, int count, MPI_Datatype type, int root, MPI_Comm comm),
           (buffer, count, type, root, comm))
COLLECTIVE(MPI_Reduce, TAPESTRY_UNKNOWN, TAPESTRY_TO_ROOT, root, shim_bytes(count, type),
           (const void* send, void* receive, int count, MPI_Datatype type, MPI_Op op, int root,
            MPI_Comm comm),
           (send, receive, count, type, op, root, comm))
COLLECTIVE(MPI_Allreduce, TAPESTRY_UNKNOWN, TAPESTRY_ALL_TO_ALL, -1, shim_bytes(count, type),
           (const void* send, void* receive, int count, MPI_Datatype type, MPI_Op op,
            MPI_Comm comm),
           (send, receive, count, type, op, comm))
COLLECTIVE(MPI_Scan, TAPESTRY_UNKNOWN, TAPESTRY_ALL_TO_ALL, -1, shim_bytes(count, type),
           (const void* send, void* receive, int count, MPI_Datatype type, MPI_Op op,
            MPI_Comm comm),
           (send, receive, count, type, op, comm))
COLLECTIVE(MPI_Exscan, TAPESTRY_UNKNOWN, TAPESTRY_ALL_TO_ALL, -1, shim_bytes(count, type),
           (const void* send, void* receive, int count, MPI_Datatype type, MPI_Op op,
            MPI_Comm comm),
           (send, receive, count, type, op, comm))
COLLECTIVE(MPI_Gather, TAPESTRY_UNKNOWN, TAPESTRY_TO_ROOT, root,
           in_place(send, shim_bytes(send_count, send_type)),
           (const void* send, int send_count, MPI_Datatype send_type, void* receive, int count,
            MPI_Datatype type, int root, MPI_Comm comm),
           (send, send_count, send_type, receive, count, type, root, comm))
COLLECTIVE(MPI_Gatherv, TAPESTRY_UNKNOWN, TAPESTRY_TO_ROOT, root,
           in_place(send, shim_bytes(send_count, send_type)),
           (const void* send, int send_count, MPI_Datatype send_type, void* receive,
            const int counts[], const int at[], MPI_Datatype type, int root, MPI_Comm comm),
           (send, send_count, send_type, receive, counts, at, type, root, comm))
COLLECTIVE(MPI_Scatter, TAPESTRY_UNKNOWN, TAPESTRY_FROM_ROOT, root,
           is_root(comm, root) ? shim_bytes(send_count, send_type) * (uint64_t)shim_comm(comm)->size
                               : 0,
           (const void* send, int send_count, MPI_Datatype send_type, void* receive, int count,
            MPI_Datatype type, int root, MPI_Comm comm),
           (send, send_count, send_type, receive, count, type, root, comm))
COLLECTIVE(MPI_Scatterv, TAPESTRY_UNKNOWN, TAPESTRY_FROM_ROOT, root,
           is_root(comm, root) ? sum_bytes(counts, comm, send_type) : 0,
           (const void* send, const int counts[], const int at[], MPI_Datatype send_type,
            void* receive, int count, MPI_Datatype type, int root, MPI_Comm comm),
           (send, counts, at, send_type, receive, count, type, root, comm))
COLLECTIVE(MPI_Allgather, TAPESTRY_UNKNOWN, TAPESTRY_ALL_TO_ALL, -1,
           in_place(send, shim_bytes(send_count, send_type)),
           (const void* send, int send_count, MPI_Datatype send_type, void* receive, int count,
            MPI_Datatype type, MPI_Comm comm),
           (send, send_count, send_type, receive, count, type, comm))
COLLECTIVE(MPI_Allgatherv, TAPESTRY_UNKNOWN, TAPESTRY_ALL_TO_ALL, -1,
           in_place(send, shim_bytes(send_count, send_type)),
           (const void* send, int send_count, MPI_Datatype send_type, void* receive,
            const int counts[], const int at[], MPI_Datatype type, MPI_Comm comm),
           (send, send_count, send_type, receive, counts, at, type, comm))
COLLECTIVE(MPI_Alltoall, TAPESTRY_UNKNOWN, TAPESTRY_ALL_TO_ALL, -1,
           in_place(send, shim_bytes(send_count, send_type)) *
               (uint64_t)(shim_comm(comm) ? shim_comm(comm)->peers : 0),
           (const void* send, int send_count, MPI_Datatype send_type, void* receive, int count,
            MPI_Datatype type, MPI_Comm comm),
           (send, send_count, send_type, receive, count, type, comm))
COLLECTIVE(MPI_Alltoallv, TAPESTRY_UNKNOWN, TAPESTRY_ALL_TO_ALL, -1,
           send == MPI_IN_PLACE ? 0 : sum_bytes(send_counts, comm, send_type),
           (const void* send, const int send_counts[], const int send_at[], MPI_Datatype send_type,
            void* receive, const int counts[], const int at[], MPI_Datatype type, MPI_Comm comm),
           (send, send_counts, send_at, send_type, receive, counts, at, type, comm))
COLLECTIVE(MPI_Reduce_scatter, TAPESTRY_UNKNOWN, TAPESTRY_ALL_TO_ALL, -1,
           sum_bytes(counts, comm, type),
           (const void* send, void* receive, const int counts[], MPI_Datatype type, MPI_Op op,
            MPI_Comm comm),
           (send, receive, counts, type, op, comm))
COLLECTIVE(MPI_Reduce_scatter_block, TAPESTRY_UNKNOWN, TAPESTRY_ALL_TO_ALL, -1,
           shim_bytes(count, type) * (uint64_t)(shim_comm(comm) ? shim_comm(comm)->size : 0),
           (const void* send, void* receive, int count, MPI_Datatype type, MPI_Op op,
            MPI_Comm comm),
           (send, receive, count, type, op, comm))
COLLECTIVE(MPI_Alltoallw, TAPESTRY_UNKNOWN, TAPESTRY_ALL_TO_ALL, -1,
           send == MPI_IN_PLACE ? 0 : sum_typed(send_counts, comm, send_types),
           (const void* send, const int send_counts[], const int send_at[],
            const MPI_Datatype send_types[], void* receive, const int counts[], const int at[],
            const MPI_Datatype types[], MPI_Comm comm),
           (send, send_counts, send_at, send_types, receive, counts, at, types, comm))
