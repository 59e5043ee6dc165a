/* SPDX-License-Identifier: Apache-2.0 */
/* Neighbourhood collectives. A rank sends to each of its destinations, receives from each of its
 * sources, and waits for nobody else. So they are recorded as one message per edge, with a tag
 * of their own. */
#include <stdlib.h>

#include "shim.h"

/* Ranks in the communicator, in the order of the call. */
struct edges {
    int is_grid;
    int from_count, to_count;
    int* from;
    int* to;
};

static int make_room(struct edges* e, int from_count, int to_count) {
    e->from = malloc(((size_t)from_count + 1) * sizeof *e->from);
    e->to = malloc(((size_t)to_count + 1) * sizeof *e->to);
    e->from_count = from_count;
    e->to_count = to_count;
    return e->from && e->to;
}

static int edges_of_grid(MPI_Comm comm, struct edges* e) {
    int sizes = 0;
    PMPI_Cartdim_get(comm, &sizes);
    if (!make_room(e, 2 * sizes, 2 * sizes)) return 0;
    for (int i = 0; i < sizes; ++i)
        PMPI_Cart_shift(comm, i, 1, &e->from[2 * i], &e->from[2 * i + 1]);
    for (int i = 0; i < 2 * sizes; ++i) e->to[i] = e->from[i];
    e->is_grid = 1;
    return 1;
}

static int edges_of_graph(MPI_Comm comm, int rank, struct edges* e) {
    int count = 0;
    PMPI_Graph_neighbors_count(comm, rank, &count);
    if (!make_room(e, count, count)) return 0;
    PMPI_Graph_neighbors(comm, rank, count, e->from);
    PMPI_Graph_neighbors(comm, rank, count, e->to);
    return 1;
}

static int edges_of_distributed_graph(MPI_Comm comm, struct edges* e) {
    int in = 0, out = 0, weighted = 0;
    PMPI_Dist_graph_neighbors_count(comm, &in, &out, &weighted);
    if (!make_room(e, in, out)) return 0;
    int* weights = calloc((size_t)(in > out ? in : out) + 1, sizeof *weights);
    if (!weights) return 0;
    PMPI_Dist_graph_neighbors(comm, in, e->from, weights, out, e->to, weights);
    free(weights);
    return 1;
}

/* The caller frees the edges, even if there are none. */
static int edges_of(MPI_Comm comm, const struct shim_comm* known, struct edges* e) {
    int kind = MPI_UNDEFINED;
    *e = (struct edges){0, 0, 0, NULL, NULL};
    PMPI_Topo_test(comm, &kind);
    if (kind == MPI_CART) return edges_of_grid(comm, e);
    if (kind == MPI_GRAPH) return edges_of_graph(comm, known->rank, e);
    return kind == MPI_DIST_GRAPH && edges_of_distributed_graph(comm, e);
}

/* The amount of data on each edge: one for all edges, or one for each. */
struct share {
    const int* counts;
    int count;
    const MPI_Datatype* types;
    MPI_Datatype type;
};
static uint64_t share_of(const struct share* s, int edge) {
    return shim_bytes(s->counts ? s->counts[edge] : s->count, s->types ? s->types[edge] : s->type);
}
/* Data sent in one direction of a grid arrives from the opposite one, so on a ring of two ranks
 * the first message sent is the second one received. */
static int in_order(const struct edges* e, int i) { return e->is_grid ? i ^ 1 : i; }

static void note(const struct shim_call* call, const struct shim_comm* comm, int role, int rank,
                 uint64_t bytes) {
    if (shim_world(comm, rank) >= 0)
        tapestry_message(call->state, role, call->start, call->end, shim_world(comm, rank),
                         TAPESTRY_NEIGHBOUR_TAG, comm->id, bytes, shim_next_number());
}

static void note_sends(const struct shim_call* call, const struct shim_comm* comm,
                       const struct edges* e, const struct share* s) {
    for (int i = 0; i < e->to_count; ++i)
        note(call, comm, TAPESTRY_SENDS, e->to[in_order(e, i)], share_of(s, in_order(e, i)));
}

struct shim_incoming {
    int count;
    struct {
        int rank;
        uint64_t bytes;
    } edges[];
};

static struct shim_incoming* incoming(const struct edges* e, const struct share* s) {
    struct shim_incoming* in = malloc(sizeof *in + (size_t)e->from_count * sizeof in->edges[0]);
    if (!in) return NULL;
    in->count = e->from_count;
    for (int i = 0; i < e->from_count; ++i) {
        in->edges[i].rank = e->from[i];
        in->edges[i].bytes = share_of(s, i);
    }
    return in;
}

void shim_note_incoming(const struct shim_call* call, const struct shim_comm* comm,
                        struct shim_incoming* in) {
    for (int i = 0; comm && i < in->count; ++i)
        note(call, comm, TAPESTRY_RECEIVES, in->edges[i].rank, in->edges[i].bytes);
    free(in);
}

/* The bytes that the rank sends: the same to all, or separate ones to each. */
static uint64_t given(MPI_Comm handle, const struct share* s, int is_to_all) {
    const struct shim_comm* comm = shim_comm(handle);
    struct edges e;
    uint64_t bytes = 0;
    if (is_to_all || !comm) return comm ? shim_bytes(s->count, s->type) : 0;
    if (edges_of(handle, comm, &e))
        for (int i = 0; i < e.to_count; ++i)
            bytes += shim_world(comm, e.to[i]) >= 0 ? share_of(s, i) : 0;
    free(e.from);
    free(e.to);
    return bytes;
}

/* `request` is NULL for a blocking call. */
static void note_call(const struct shim_call* call, MPI_Comm handle, const struct share* out,
                      const struct share* in, const MPI_Request* request) {
    const struct shim_comm* comm = tapestry_is_recording() ? shim_comm(handle) : NULL;
    struct edges e = {0};
    if (comm && edges_of(handle, comm, &e)) {
        note_sends(call, comm, &e, out);
        struct shim_incoming* later = incoming(&e, in);
        if (later && request)
            shim_remember_incoming(*request, handle, later);
        else if (later)
            shim_note_incoming(call, comm, later);
    }
    free(e.from);
    free(e.to);
}

#define EACH(count, type) ((struct share){NULL, count, NULL, type})
#define COUNTED(counts, type) ((struct share){counts, 0, NULL, type})
#define TYPED(counts, types) ((struct share){counts, 0, types, MPI_DATATYPE_NULL})

/* The blocking and the nonblocking form of each call. */
#define UNPACK(...) __VA_ARGS__
#define AMONG_NEIGHBOURS(name, category, is_to_all, out, in, request_at, parameters, arguments) \
    SHIM int name parameters {                                                                  \
        SHIM_STATE(name, category);                                                             \
        const struct share outgoing = out, expected = in;                                       \
        const uint64_t bytes = given(comm, &outgoing, is_to_all);                               \
        struct shim_call call = shim_enter(&name##_state);                                      \
        const int status = P##name arguments;                                                   \
        shim_leave(&call, bytes);                                                               \
        if (status == MPI_SUCCESS) note_call(&call, comm, &outgoing, &expected, request_at);    \
        return status;                                                                          \
    }
#define BOTH(word, is_to_all, out, in, parameters, arguments)                              \
    AMONG_NEIGHBOURS(MPI_Neighbor_##word, TAPESTRY_UNKNOWN, is_to_all, out, in, NULL,      \
                     (UNPACK parameters), (UNPACK arguments))                              \
    AMONG_NEIGHBOURS(MPI_Ineighbor_##word, TAPESTRY_TRANSFER, is_to_all, out, in, request, \
                     (UNPACK parameters, MPI_Request * request), (UNPACK arguments, request))

BOTH(allgather, 1, EACH(send_count, send_type), EACH(count, type),
     (const void* send, int send_count, MPI_Datatype send_type, void* receive, int count,
      MPI_Datatype type, MPI_Comm comm),
     (send, send_count, send_type, receive, count, type, comm))
BOTH(allgatherv, 1, EACH(send_count, send_type), COUNTED(counts, type),
     (const void* send, int send_count, MPI_Datatype send_type, void* receive, const int counts[],
      const int at[], MPI_Datatype type, MPI_Comm comm),
     (send, send_count, send_type, receive, counts, at, type, comm))
BOTH(alltoall, 0, EACH(send_count, send_type), EACH(count, type),
     (const void* send, int send_count, MPI_Datatype send_type, void* receive, int count,
      MPI_Datatype type, MPI_Comm comm),
     (send, send_count, send_type, receive, count, type, comm))
BOTH(alltoallv, 0, COUNTED(send_counts, send_type), COUNTED(counts, type),
     (const void* send, const int send_counts[], const int send_at[], MPI_Datatype send_type,
      void* receive, const int counts[], const int at[], MPI_Datatype type, MPI_Comm comm),
     (send, send_counts, send_at, send_type, receive, counts, at, type, comm))
BOTH(alltoallw, 0, TYPED(send_counts, send_types), TYPED(counts, types),
     (const void* send, const int send_counts[], const MPI_Aint send_at[],
      const MPI_Datatype send_types[], void* receive, const int counts[], const MPI_Aint at[],
      const MPI_Datatype types[], MPI_Comm comm),
     (send, send_counts, send_at, send_types, receive, counts, at, types, comm))
