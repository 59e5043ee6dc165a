/* SPDX-License-Identifier: Apache-2.0 */
/* Calls among the neighbours of a grid, an open line, a graph and a distributed graph; the last of
 * them waits for a neighbour that comes late. */
#include <mpi.h>
#include <unistd.h>

#include "expect.h"

enum { ROUNDS = 4, ROOM = 64 };
static int rank, size;
static int out[ROOM], in[ROOM];
static unsigned long long gathered, exchanged, counted_bytes, begun;

static void on_grid(int is_ring) {
    MPI_Comm grid;
    const int edges = is_ring ? 2 : (rank > 0) + (rank < size - 1);
    MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &is_ring, 0, &grid);
    const int counts[2] = {3, 5}, back[2] = {5, 3}, at[2] = {0, 8};
    for (int i = 0; i < ROUNDS; ++i) {
        MPI_Neighbor_allgather(out, 2, MPI_INT, in, 2, MPI_INT, grid);
        gathered += 8;
        MPI_Neighbor_alltoall(out, 3, MPI_INT, in, 3, MPI_INT, grid);
        exchanged += 12 * (unsigned)edges;
        MPI_Neighbor_alltoallv(out, counts, at, MPI_INT, in, back, at, MPI_INT, grid);
        counted_bytes += is_ring || rank > 0 ? 12 : 0; /* down */
        counted_bytes += is_ring || rank < size - 1 ? 20 : 0;
    }
    MPI_Comm_free(&grid);
}

/* Each gives to the next one only. */
static void on_graph(void) {
    const int from = (rank + size - 1) % size, to = (rank + 1) % size, weight = 1;
    MPI_Comm graph;
    MPI_Request request;
    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, &from, &weight, 1, &to, &weight,
                                   MPI_INFO_NULL, 0, &graph);
    if (rank == 0) usleep(60000); /* rank 1 waits for it, and nobody else */
    MPI_Ineighbor_alltoall(out, 6, MPI_INT, in, 6, MPI_INT, graph, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    begun += 24;
    MPI_Comm_free(&graph);
}

int main(int argc, char** argv) {
    char path[64];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    on_grid(1);
    on_grid(0);
    on_graph();
    snprintf(path, sizeof path, "rank[%d].main", rank);
    EXPECT(path, "MPI_Init", 1, 0);
    EXPECT(path, "MPI_Comm_free", 3, 0);
    EXPECT(path, "MPI_Cart_create", 2, 0);
    EXPECT(path, "MPI_Dist_graph_create_adjacent", 1, 0);
    EXPECT(path, "MPI_Neighbor_allgather", 2 * ROUNDS, gathered);
    EXPECT(path, "MPI_Neighbor_alltoall", 2 * ROUNDS, exchanged);
    EXPECT(path, "MPI_Neighbor_alltoallv", 2 * ROUNDS, counted_bytes);
    EXPECT(path, "MPI_Ineighbor_alltoall", 1, begun);
    EXPECT(path, "MPI_Wait", 1, 0);
    EXPECT(path, "MPI_Finalize", 1, 0);
    MPI_Finalize();
    return 0;
}
