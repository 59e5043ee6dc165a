/* SPDX-License-Identifier: Apache-2.0 */
/* Counts calls, bytes and messages of MPI, by itself: it shares nothing with the shim, and is
 * preloaded alone. Each rank writes COUNTER_OUT.RANK at the end: lines CALL function calls bytes,
 * and SENT destination messages bytes of what goes from rank to rank. Bytes are what the rank
 * gives, of a receive what comes. */
#define _GNU_SOURCE
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct counted {
    const char* name;
    unsigned long long calls, bytes;
} all[256];
static struct sent { unsigned long long messages, bytes; } sent[1024];

static void add(const char* name, unsigned long long bytes) {
    int i = 0;
    while (all[i].name && strcmp(all[i].name, name) != 0) ++i;
    all[i].name = name;
    ++all[i].calls;
    all[i].bytes += bytes;
}
static unsigned long long size_of(int count, MPI_Datatype type) {
    int size = 0;
    PMPI_Type_size(type, &size);
    return (unsigned long long)count * (unsigned long long)size;
}
static unsigned long long came(const MPI_Status* status) {
    int count = 0;
    PMPI_Get_count(status, MPI_BYTE, &count);
    return count < 0 ? 0 : (unsigned long long)count;
}
static int rank_in(MPI_Comm comm) {
    int rank = 0;
    PMPI_Comm_rank(comm, &rank);
    return rank;
}
static int size_in(MPI_Comm comm) {
    int size = 0;
    PMPI_Comm_size(comm, &size);
    return size;
}
/* One message to a rank of a communicator. */
static void send_to(int to, MPI_Comm comm, unsigned long long bytes) {
    MPI_Group there, world;
    int is_inter = 0, in_world = 0;
    if (to == MPI_PROC_NULL) return;
    PMPI_Comm_test_inter(comm, &is_inter);
    if (is_inter)
        PMPI_Comm_remote_group(comm, &there);
    else
        PMPI_Comm_group(comm, &there);
    PMPI_Comm_group(MPI_COMM_WORLD, &world);
    PMPI_Group_translate_ranks(there, 1, &to, world, &in_world);
    PMPI_Group_free(&there);
    PMPI_Group_free(&world);
    ++sent[in_world].messages;
    sent[in_world].bytes += bytes;
}
static unsigned long long sum_of(const int counts[], MPI_Datatype type, MPI_Comm comm) {
    unsigned long long sum = 0;
    for (int i = 0; i < size_in(comm); ++i) sum += size_of(counts[i], type);
    return sum;
}

static void write_all(void) {
    const char* out = getenv("COUNTER_OUT");
    char name[4096];
    snprintf(name, sizeof name, "%s.%d", out ? out : "counted", rank_in(MPI_COMM_WORLD));
    FILE* file = fopen(name, "w");
    if (!file) return;
    for (int i = 0; all[i].name; ++i)
        fprintf(file, "CALL %s %llu %llu\n", all[i].name, all[i].calls, all[i].bytes);
    for (int i = 0; i < 1024; ++i)
        if (sent[i].messages)
            fprintf(file, "SENT %d %llu %llu\n", i, sent[i].messages, sent[i].bytes);
    fclose(file);
}

#define COUNTS(name, bytes, parameters, arguments) \
    int name parameters {                          \
        add(#name, bytes);                         \
        return P##name arguments;                  \
    }
COUNTS(MPI_Init, 0, (int* c, char*** v), (c, v))
int MPI_Finalize(void) {
    add("MPI_Finalize", 0);
    write_all();
    return PMPI_Finalize();
}

#define SEND_PARAMETERS const void *b, int n, MPI_Datatype t, int to, int tag, MPI_Comm c
#define SENDS(name)                          \
    int name(SEND_PARAMETERS) {              \
        add(#name, size_of(n, t));           \
        send_to(to, c, size_of(n, t));       \
        return P##name(b, n, t, to, tag, c); \
    }
SENDS(MPI_Send)
SENDS(MPI_Ssend)
SENDS(MPI_Bsend)
SENDS(MPI_Rsend)
#define BEGINS_SEND(name)                       \
    int name(SEND_PARAMETERS, MPI_Request* r) { \
        add(#name, size_of(n, t));              \
        send_to(to, c, size_of(n, t));          \
        return P##name(b, n, t, to, tag, c, r); \
    }
BEGINS_SEND(MPI_Isend)
BEGINS_SEND(MPI_Issend)
BEGINS_SEND(MPI_Ibsend)
BEGINS_SEND(MPI_Irsend)

int MPI_Recv(void* b, int n, MPI_Datatype t, int from, int tag, MPI_Comm c, MPI_Status* s) {
    MPI_Status own;
    const int status = PMPI_Recv(b, n, t, from, tag, c, &own);
    add("MPI_Recv", came(&own));
    if (s != MPI_STATUS_IGNORE) *s = own;
    return status;
}
COUNTS(MPI_Irecv, 0,
       (void* b, int n, MPI_Datatype t, int from, int tag, MPI_Comm c, MPI_Request* r),
       (b, n, t, from, tag, c, r))
int MPI_Sendrecv(const void* b, int n, MPI_Datatype t, int to, int tag, void* b2, int n2,
                 MPI_Datatype t2, int from, int tag2, MPI_Comm c, MPI_Status* s) {
    add("MPI_Sendrecv", size_of(n, t));
    send_to(to, c, size_of(n, t));
    return PMPI_Sendrecv(b, n, t, to, tag, b2, n2, t2, from, tag2, c, s);
}
int MPI_Sendrecv_replace(void* b, int n, MPI_Datatype t, int to, int tag, int from, int tag2,
                         MPI_Comm c, MPI_Status* s) {
    add("MPI_Sendrecv_replace", size_of(n, t));
    send_to(to, c, size_of(n, t));
    return PMPI_Sendrecv_replace(b, n, t, to, tag, from, tag2, c, s);
}
COUNTS(MPI_Wait, 0, (MPI_Request * r, MPI_Status* s), (r, s))
COUNTS(MPI_Waitall, 0, (int n, MPI_Request r[], MPI_Status s[]), (n, r, s))
COUNTS(MPI_Waitany, 0, (int n, MPI_Request r[], int* i, MPI_Status* s), (n, r, i, s))
COUNTS(MPI_Probe, 0, (int from, int tag, MPI_Comm c, MPI_Status* s), (from, tag, c, s))
COUNTS(MPI_Mprobe, 0, (int from, int tag, MPI_Comm c, MPI_Message* m, MPI_Status* s),
       (from, tag, c, m, s))
int MPI_Mrecv(void* b, int n, MPI_Datatype t, MPI_Message* m, MPI_Status* s) {
    MPI_Status own;
    const int status = PMPI_Mrecv(b, n, t, m, &own);
    add("MPI_Mrecv", came(&own));
    if (s != MPI_STATUS_IGNORE) *s = own;
    return status;
}

/* Of persistent requests only sends matter: each start is a message. */
static struct {
    MPI_Request request;
    int to;
    MPI_Comm comm;
    unsigned long long bytes;
} kept[64];
int MPI_Send_init(SEND_PARAMETERS, MPI_Request* r) {
    const int status = PMPI_Send_init(b, n, t, to, tag, c, r);
    int i = 0;
    while (kept[i].bytes) ++i;
    kept[i].request = *r;
    kept[i].to = to;
    kept[i].comm = c;
    kept[i].bytes = size_of(n, t);
    return status;
}
static void started(MPI_Request r) {
    for (int i = 0; i < 64; ++i)
        if (kept[i].bytes && kept[i].request == r) send_to(kept[i].to, kept[i].comm, kept[i].bytes);
}
int MPI_Start(MPI_Request* r) {
    add("MPI_Start", 0);
    started(*r);
    return PMPI_Start(r);
}
int MPI_Startall(int n, MPI_Request r[]) {
    add("MPI_Startall", 0);
    for (int i = 0; i < n; ++i) started(r[i]);
    return PMPI_Startall(n, r);
}

COUNTS(MPI_Barrier, 0, (MPI_Comm c), (c))
COUNTS(MPI_Bcast, rank_in(c) == root ? size_of(n, t) : 0,
       (void* b, int n, MPI_Datatype t, int root, MPI_Comm c), (b, n, t, root, c))
COUNTS(MPI_Scatter, rank_in(c) == root ? size_of(n, t) * size_in(c) : 0,
       (const void* b, int n, MPI_Datatype t, void* b2, int n2, MPI_Datatype t2, int root,
        MPI_Comm c),
       (b, n, t, b2, n2, t2, root, c))
COUNTS(MPI_Scatterv, rank_in(c) == root ? sum_of(n, t, c) : 0,
       (const void* b, const int n[], const int at[], MPI_Datatype t, void* b2, int n2,
        MPI_Datatype t2, int root, MPI_Comm c),
       (b, n, at, t, b2, n2, t2, root, c))
COUNTS(MPI_Reduce, size_of(n, t),
       (const void* b, void* b2, int n, MPI_Datatype t, MPI_Op o, int root, MPI_Comm c),
       (b, b2, n, t, o, root, c))
COUNTS(MPI_Gather, size_of(n, t),
       (const void* b, int n, MPI_Datatype t, void* b2, int n2, MPI_Datatype t2, int root,
        MPI_Comm c),
       (b, n, t, b2, n2, t2, root, c))
COUNTS(MPI_Gatherv, size_of(n, t),
       (const void* b, int n, MPI_Datatype t, void* b2, const int n2[], const int at[],
        MPI_Datatype t2, int root, MPI_Comm c),
       (b, n, t, b2, n2, at, t2, root, c))
#define REDUCES(name)                                                              \
    COUNTS(name, size_of(n, t),                                                    \
           (const void* b, void* b2, int n, MPI_Datatype t, MPI_Op o, MPI_Comm c), \
           (b, b2, n, t, o, c))
REDUCES(MPI_Allreduce)
REDUCES(MPI_Scan)
REDUCES(MPI_Exscan)
COUNTS(MPI_Reduce_scatter_block, size_of(n, t) * size_in(c),
       (const void* b, void* b2, int n, MPI_Datatype t, MPI_Op o, MPI_Comm c), (b, b2, n, t, o, c))
COUNTS(MPI_Allgather, b == MPI_IN_PLACE ? 0 : size_of(n, t),
       (const void* b, int n, MPI_Datatype t, void* b2, int n2, MPI_Datatype t2, MPI_Comm c),
       (b, n, t, b2, n2, t2, c))
COUNTS(MPI_Allgatherv, size_of(n, t),
       (const void* b, int n, MPI_Datatype t, void* b2, const int n2[], const int at[],
        MPI_Datatype t2, MPI_Comm c),
       (b, n, t, b2, n2, at, t2, c))
COUNTS(MPI_Alltoall, size_of(n, t) * size_in(c),
       (const void* b, int n, MPI_Datatype t, void* b2, int n2, MPI_Datatype t2, MPI_Comm c),
       (b, n, t, b2, n2, t2, c))
COUNTS(MPI_Ibarrier, 0, (MPI_Comm c, MPI_Request* r), (c, r))
COUNTS(MPI_Ibcast, rank_in(c) == root ? size_of(n, t) : 0,
       (void* b, int n, MPI_Datatype t, int root, MPI_Comm c, MPI_Request* r),
       (b, n, t, root, c, r))
COUNTS(MPI_Iallreduce, size_of(n, t),
       (const void* b, void* b2, int n, MPI_Datatype t, MPI_Op o, MPI_Comm c, MPI_Request* r),
       (b, b2, n, t, o, c, r))
COUNTS(MPI_Ireduce, size_of(n, t),
       (const void* b, void* b2, int n, MPI_Datatype t, MPI_Op o, int root, MPI_Comm c,
        MPI_Request* r),
       (b, b2, n, t, o, root, c, r))

COUNTS(MPI_Alltoallv, sum_of(n, t, c),
       (const void* b, const int n[], const int at[], MPI_Datatype t, void* b2, const int n2[],
        const int at2[], MPI_Datatype t2, MPI_Comm c),
       (b, n, at, t, b2, n2, at2, t2, c))
COUNTS(MPI_Alltoallw, sum_of(n, t[0], c),
       (const void* b, const int n[], const int at[], const MPI_Datatype t[], void* b2,
        const int n2[], const int at2[], const MPI_Datatype t2[], MPI_Comm c),
       (b, n, at, t, b2, n2, at2, t2, c))
COUNTS(MPI_Reduce_scatter, sum_of(n, t, c),
       (const void* b, void* b2, const int n[], MPI_Datatype t, MPI_Op o, MPI_Comm c),
       (b, b2, n, t, o, c))
COUNTS(MPI_Cart_shift, 0, (MPI_Comm c, int n, int by, int* from, int* to), (c, n, by, from, to))
COUNTS(MPI_Comm_dup, 0, (MPI_Comm c, MPI_Comm* m), (c, m))
COUNTS(MPI_Comm_split, 0, (MPI_Comm c, int colour, int key, MPI_Comm* m), (c, colour, key, m))
COUNTS(MPI_Comm_free, 0, (MPI_Comm * c), (c))
COUNTS(MPI_Intercomm_create, 0,
       (MPI_Comm c, int leader, MPI_Comm peer, int remote, int tag, MPI_Comm* m),
       (c, leader, peer, remote, tag, m))
COUNTS(MPI_Cart_create, 0,
       (MPI_Comm c, int n, const int s[], const int p[], int reorder, MPI_Comm* m),
       (c, n, s, p, reorder, m))
/* Each edge of a grid of one dimension is a message to a neighbour. */
static void to_neighbours(MPI_Comm c, unsigned long long bytes) {
    int from = 0, to = 0;
    PMPI_Cart_shift(c, 0, 1, &from, &to);
    send_to(from, c, bytes);
    send_to(to, c, bytes);
}
#define AMONG_NEIGHBOURS(name, times)                                                 \
    int name(const void* b, int n, MPI_Datatype t, void* b2, int n2, MPI_Datatype t2, \
             MPI_Comm c) {                                                            \
        add(#name, (times)*size_of(n, t));                                            \
        to_neighbours(c, size_of(n, t));                                              \
        return P##name(b, n, t, b2, n2, t2, c);                                       \
    }
/* As in MPI_Allgather, what all get alike counts once. */
AMONG_NEIGHBOURS(MPI_Neighbor_allgather, 1)
AMONG_NEIGHBOURS(MPI_Neighbor_alltoall, 2)

COUNTS(MPI_Win_create, 0, (void* b, MPI_Aint n, int unit, MPI_Info i, MPI_Comm c, MPI_Win* m),
       (b, n, unit, i, c, m))
COUNTS(MPI_Win_fence, 0, (int a, MPI_Win w), (a, w))
COUNTS(MPI_Win_free, 0, (MPI_Win * w), (w))
COUNTS(MPI_Win_lock, 0, (int l, int to, int a, MPI_Win w), (l, to, a, w))
COUNTS(MPI_Win_unlock, 0, (int to, MPI_Win w), (to, w))
int MPI_Put(const void* b, int n, MPI_Datatype t, int to, MPI_Aint at, int n2, MPI_Datatype t2,
            MPI_Win w) {
    add("MPI_Put", size_of(n, t));
    send_to(to, MPI_COMM_WORLD, size_of(n, t));
    return PMPI_Put(b, n, t, to, at, n2, t2, w);
}
COUNTS(MPI_Get, size_of(n, t),
       (void* b, int n, MPI_Datatype t, int to, MPI_Aint at, int n2, MPI_Datatype t2, MPI_Win w),
       (b, n, t, to, at, n2, t2, w))
int MPI_Accumulate(const void* b, int n, MPI_Datatype t, int to, MPI_Aint at, int n2,
                   MPI_Datatype t2, MPI_Op o, MPI_Win w) {
    add("MPI_Accumulate", size_of(n, t));
    send_to(to, MPI_COMM_WORLD, size_of(n, t));
    return PMPI_Accumulate(b, n, t, to, at, n2, t2, o, w);
}

COUNTS(MPI_File_open, 0, (MPI_Comm c, const char* n, int mode, MPI_Info i, MPI_File* f),
       (c, n, mode, i, f))
COUNTS(MPI_File_close, 0, (MPI_File * f), (f))
COUNTS(MPI_File_sync, 0, (MPI_File f), (f))
COUNTS(MPI_File_write_at, size_of(n, t),
       (MPI_File f, MPI_Offset at, const void* b, int n, MPI_Datatype t, MPI_Status* s),
       (f, at, b, n, t, s))
int MPI_File_read_at_all(MPI_File f, MPI_Offset at, void* b, int n, MPI_Datatype t, MPI_Status* s) {
    MPI_Status own;
    const int status = PMPI_File_read_at_all(f, at, b, n, t, &own);
    add("MPI_File_read_at_all", came(&own));
    if (s != MPI_STATUS_IGNORE) *s = own;
    return status;
}
