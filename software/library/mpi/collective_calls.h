/* SPDX-License-Identifier: Apache-2.0 */
/* Every collective call that moves data, for each form of it: included once for counts that are
 * ints, and once for MPI_Count. The includer defines
 *   COUNT, AT       the types of counts, and of displacements
 *   SIZED(name)     the name of what has them
 *   OPERATION(name, later, role, root, bytes, parameters, arguments)
 * where `later` is the name as it stands behind MPI_I. The bytes are those that this rank
 * contributes; none at a root that only receives. */

static uint64_t SIZED(sum)(const void* buffer, const COUNT counts[], MPI_Comm comm,
                           MPI_Datatype type) {
    uint64_t bytes = 0;
    for (uint64_t i = 0; buffer != MPI_IN_PLACE && i < peers(comm); ++i)
        bytes += shim_bytes(counts[i], type);
    return bytes;
}
static uint64_t SIZED(sum_typed)(const void* buffer, const COUNT counts[], MPI_Comm comm,
                                 const MPI_Datatype types[]) {
    uint64_t bytes = 0;
    for (uint64_t i = 0; buffer != MPI_IN_PLACE && i < peers(comm); ++i)
        bytes += shim_bytes(counts[i], types[i]);
    return bytes;
}

OPERATION(Bcast, bcast, TAPESTRY_FROM_ROOT, root, is_root(comm, root) ? shim_bytes(count, type) : 0,
          (void* buffer, COUNT count, MPI_Datatype type, int root, MPI_Comm comm),
          (buffer, count, type, root, comm))
OPERATION(Reduce, reduce, TAPESTRY_TO_ROOT, root, shim_bytes(count, type),
          (const void* send, void* receive, COUNT count, MPI_Datatype type, MPI_Op op, int root,
           MPI_Comm comm),
          (send, receive, count, type, op, root, comm))
OPERATION(Allreduce, allreduce, TAPESTRY_ALL_TO_ALL, -1, shim_bytes(count, type),
          (const void* send, void* receive, COUNT count, MPI_Datatype type, MPI_Op op,
           MPI_Comm comm),
          (send, receive, count, type, op, comm))
OPERATION(Scan, scan, TAPESTRY_ALL_TO_ALL, -1, shim_bytes(count, type),
          (const void* send, void* receive, COUNT count, MPI_Datatype type, MPI_Op op,
           MPI_Comm comm),
          (send, receive, count, type, op, comm))
OPERATION(Exscan, exscan, TAPESTRY_ALL_TO_ALL, -1, shim_bytes(count, type),
          (const void* send, void* receive, COUNT count, MPI_Datatype type, MPI_Op op,
           MPI_Comm comm),
          (send, receive, count, type, op, comm))
OPERATION(Gather, gather, TAPESTRY_TO_ROOT, root, own(send, send_count, send_type),
          (const void* send, COUNT send_count, MPI_Datatype send_type, void* receive, COUNT count,
           MPI_Datatype type, int root, MPI_Comm comm),
          (send, send_count, send_type, receive, count, type, root, comm))
OPERATION(Gatherv, gatherv, TAPESTRY_TO_ROOT, root, own(send, send_count, send_type),
          (const void* send, COUNT send_count, MPI_Datatype send_type, void* receive,
           const COUNT counts[], const AT at[], MPI_Datatype type, int root, MPI_Comm comm),
          (send, send_count, send_type, receive, counts, at, type, root, comm))
OPERATION(Scatter, scatter, TAPESTRY_FROM_ROOT, root,
          is_root(comm, root) ? peers(comm) * shim_bytes(send_count, send_type) : 0,
          (const void* send, COUNT send_count, MPI_Datatype send_type, void* receive, COUNT count,
           MPI_Datatype type, int root, MPI_Comm comm),
          (send, send_count, send_type, receive, count, type, root, comm))
OPERATION(Scatterv, scatterv, TAPESTRY_FROM_ROOT, root,
          is_root(comm, root) ? SIZED(sum)(NULL, counts, comm, send_type) : 0,
          (const void* send, const COUNT counts[], const AT at[], MPI_Datatype send_type,
           void* receive, COUNT count, MPI_Datatype type, int root, MPI_Comm comm),
          (send, counts, at, send_type, receive, count, type, root, comm))
OPERATION(Allgather, allgather, TAPESTRY_ALL_TO_ALL, -1, own(send, send_count, send_type),
          (const void* send, COUNT send_count, MPI_Datatype send_type, void* receive, COUNT count,
           MPI_Datatype type, MPI_Comm comm),
          (send, send_count, send_type, receive, count, type, comm))
OPERATION(Allgatherv, allgatherv, TAPESTRY_ALL_TO_ALL, -1, own(send, send_count, send_type),
          (const void* send, COUNT send_count, MPI_Datatype send_type, void* receive,
           const COUNT counts[], const AT at[], MPI_Datatype type, MPI_Comm comm),
          (send, send_count, send_type, receive, counts, at, type, comm))
OPERATION(Alltoall, alltoall, TAPESTRY_ALL_TO_ALL, -1,
          peers(comm) * own(send, send_count, send_type),
          (const void* send, COUNT send_count, MPI_Datatype send_type, void* receive, COUNT count,
           MPI_Datatype type, MPI_Comm comm),
          (send, send_count, send_type, receive, count, type, comm))
OPERATION(Alltoallv, alltoallv, TAPESTRY_ALL_TO_ALL, -1,
          SIZED(sum)(send, send_counts, comm, send_type),
          (const void* send, const COUNT send_counts[], const AT send_at[], MPI_Datatype send_type,
           void* receive, const COUNT counts[], const AT at[], MPI_Datatype type, MPI_Comm comm),
          (send, send_counts, send_at, send_type, receive, counts, at, type, comm))
OPERATION(Alltoallw, alltoallw, TAPESTRY_ALL_TO_ALL, -1,
          SIZED(sum_typed)(send, send_counts, comm, send_types),
          (const void* send, const COUNT send_counts[], const AT send_at[],
           const MPI_Datatype send_types[], void* receive, const COUNT counts[], const AT at[],
           const MPI_Datatype types[], MPI_Comm comm),
          (send, send_counts, send_at, send_types, receive, counts, at, types, comm))
OPERATION(Reduce_scatter, reduce_scatter, TAPESTRY_ALL_TO_ALL, -1,
          SIZED(sum)(NULL, counts, comm, type),
          (const void* send, void* receive, const COUNT counts[], MPI_Datatype type, MPI_Op op,
           MPI_Comm comm),
          (send, receive, counts, type, op, comm))
OPERATION(Reduce_scatter_block, reduce_scatter_block, TAPESTRY_ALL_TO_ALL, -1,
          peers(comm) * shim_bytes(count, type),
          (const void* send, void* receive, COUNT count, MPI_Datatype type, MPI_Op op,
           MPI_Comm comm),
          (send, receive, count, type, op, comm))
