/* SPDX-License-Identifier: Apache-2.0 */
/* Collective calls that return at once. What they wait for is the time of the call that waits for
 * their request; here stands that they were begun, and with how many bytes of this rank. */
#include "shim.h"

#define BEGUN(name, bytes, parameters, arguments)          \
    SHIM int name parameters {                             \
        SHIM_STATE(name, TAPESTRY_TRANSFER);               \
        const uint64_t moved = (bytes);                    \
        struct shim_call call = shim_enter(&name##_state); \
        const int status = P##name arguments;              \
        shim_leave(&call, moved);                          \
        return status;                                     \
    }

static const struct shim_comm* known(MPI_Comm comm) { return shim_comm(comm); }
static int is_root(MPI_Comm comm, int root) { return known(comm) && known(comm)->rank == root; }
static uint64_t peers(MPI_Comm comm) { return known(comm) ? (uint64_t)known(comm)->peers : 0; }
static uint64_t own(const void* buffer, int count, MPI_Datatype type) {
    return buffer == MPI_IN_PLACE ? 0 : shim_bytes(count, type);
}

BEGUN(MPI_Ibarrier, 0, (MPI_Comm comm, MPI_Request* request), (comm, request))
BEGUN(MPI_Ibcast, is_root(comm, root) ? shim_bytes(count, type) : 0,
      (void* buffer, int count, MPI_Datatype type, int root, MPI_Comm comm, MPI_Request* request),
      (buffer, count, type, root, comm, request))
BEGUN(MPI_Ireduce, shim_bytes(count, type),
      (const void* send, void* receive, int count, MPI_Datatype type, MPI_Op op, int root,
       MPI_Comm comm, MPI_Request* request),
      (send, receive, count, type, op, root, comm, request))
BEGUN(MPI_Iallreduce, shim_bytes(count, type),
      (const void* send, void* receive, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm,
       MPI_Request* request),
      (send, receive, count, type, op, comm, request))
BEGUN(MPI_Igather, own(send, send_count, send_type),
      (const void* send, int send_count, MPI_Datatype send_type, void* receive, int count,
       MPI_Datatype type, int root, MPI_Comm comm, MPI_Request* request),
      (send, send_count, send_type, receive, count, type, root, comm, request))
BEGUN(MPI_Iscatter, is_root(comm, root) ? peers(comm) * shim_bytes(send_count, send_type) : 0,
      (const void* send, int send_count, MPI_Datatype send_type, void* receive, int count,
       MPI_Datatype type, int root, MPI_Comm comm, MPI_Request* request),
      (send, send_count, send_type, receive, count, type, root, comm, request))
BEGUN(MPI_Iallgather, own(send, send_count, send_type),
      (const void* send, int send_count, MPI_Datatype send_type, void* receive, int count,
       MPI_Datatype type, MPI_Comm comm, MPI_Request* request),
      (send, send_count, send_type, receive, count, type, comm, request))
BEGUN(MPI_Ialltoall, peers(comm) * own(send, send_count, send_type),
      (const void* send, int send_count, MPI_Datatype send_type, void* receive, int count,
       MPI_Datatype type, MPI_Comm comm, MPI_Request* request),
      (send, send_count, send_type, receive, count, type, comm, request))
