/* SPDX-License-Identifier: Apache-2.0 */
/* Counts the calls of MPI of a program that does not count them itself, by a library of its own: loaded
 * in place of the shim, it prints what the shim has to record. */
#include <mpi.h>

#include "expect.h"

enum { MOST = 64 };
static struct {
    const char* name;
    unsigned long long calls, bytes;
} counts[MOST];

static void count(const char* name, unsigned long long bytes) {
    int i = 0;
    while (i < MOST - 1 && counts[i].name && counts[i].name != name) ++i;
    counts[i].name = name;
    ++counts[i].calls;
    counts[i].bytes += bytes;
}

static unsigned long long size_of(int number, MPI_Datatype type) {
    int size = 0;
    PMPI_Type_size(type, &size);
    return number > 0 && size > 0 ? (unsigned long long)number * (unsigned long long)size : 0;
}

int MPI_Finalize(void) {
    int rank = 0;
    char path[64];
    PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
    snprintf(path, sizeof path, "rank[%d].main", rank);
    for (int i = 0; i < MOST && counts[i].name; ++i)
        EXPECT(path, counts[i].name, counts[i].calls, counts[i].bytes);
    return PMPI_Finalize();
}

#define COUNTED(name, bytes, parameters, arguments)       \
    int name parameters {                                 \
        static const char own[] = #name;                  \
        count(own, bytes);                                \
        return P##name arguments;                         \
    }
#define BUFFER int number, MPI_Datatype type
#define SENDS(name)                                                                             \
    COUNTED(name, size_of(number, type), (const void* b, BUFFER, int to, int tag, MPI_Comm comm), \
            (b, number, type, to, tag, comm))
SENDS(MPI_Send)
SENDS(MPI_Ssend)
COUNTED(MPI_Isend, size_of(number, type),
        (const void* b, BUFFER, int to, int tag, MPI_Comm comm, MPI_Request* r),
        (b, number, type, to, tag, comm, r))
COUNTED(MPI_Irecv, 0, (void* b, BUFFER, int from, int tag, MPI_Comm comm, MPI_Request* r),
        (b, number, type, from, tag, comm, r))
COUNTED(MPI_Wait, 0, (MPI_Request * r, MPI_Status* s), (r, s))
COUNTED(MPI_Waitall, 0, (int n, MPI_Request r[], MPI_Status s[]), (n, r, s))
COUNTED(MPI_Barrier, 0, (MPI_Comm comm), (comm))
COUNTED(MPI_Reduce, size_of(number, type),
        (const void* s, void* r, BUFFER, MPI_Op op, int root, MPI_Comm comm),
        (s, r, number, type, op, root, comm))
COUNTED(MPI_Allreduce, size_of(number, type),
        (const void* s, void* r, BUFFER, MPI_Op op, MPI_Comm comm), (s, r, number, type, op, comm))
COUNTED(MPI_Allgather, size_of(number, type),
        (const void* s, BUFFER, void* r, int n, MPI_Datatype t, MPI_Comm comm),
        (s, number, type, r, n, t, comm))
COUNTED(MPI_Put, size_of(number, type),
        (const void* b, BUFFER, int target, MPI_Aint at, int n, MPI_Datatype t, MPI_Win w),
        (b, number, type, target, at, n, t, w))
COUNTED(MPI_Get, size_of(number, type),
        (void* b, BUFFER, int target, MPI_Aint at, int n, MPI_Datatype t, MPI_Win w),
        (b, number, type, target, at, n, t, w))
COUNTED(MPI_Win_fence, 0, (int assertion, MPI_Win w), (assertion, w))
COUNTED(MPI_Win_lock, 0, (int type, int rank, int assertion, MPI_Win w), (type, rank, assertion, w))
COUNTED(MPI_Win_unlock, 0, (int rank, MPI_Win w), (rank, w))
COUNTED(MPI_Win_flush, 0, (int rank, MPI_Win w), (rank, w))

/* What a rank receives or gives at a root is known only afterwards, or by its rank. */
int MPI_Recv(void* b, BUFFER, int from, int tag, MPI_Comm comm, MPI_Status* wanted) {
    MPI_Status own;
    MPI_Status* got = wanted == MPI_STATUS_IGNORE ? &own : wanted;
    int bytes = 0;
    const int status = PMPI_Recv(b, number, type, from, tag, comm, got);
    PMPI_Get_count(got, MPI_BYTE, &bytes);
    count("MPI_Recv", bytes > 0 ? (unsigned long long)bytes : 0);
    return status;
}
int MPI_Bcast(void* b, BUFFER, int root, MPI_Comm comm) {
    int rank = 0;
    PMPI_Comm_rank(comm, &rank);
    count("MPI_Bcast", rank == root ? size_of(number, type) : 0);
    return PMPI_Bcast(b, number, type, root, comm);
}
int MPI_Alltoall(const void* s, BUFFER, void* r, int n, MPI_Datatype t, MPI_Comm comm) {
    int size = 0;
    PMPI_Comm_size(comm, &size);
    count("MPI_Alltoall", (unsigned long long)size * size_of(number, type));
    return PMPI_Alltoall(s, number, type, r, n, t, comm);
}
