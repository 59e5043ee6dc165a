/* SPDX-License-Identifier: Apache-2.0 */
/* Two communicators that MPI_Comm_idup makes, which the ranks first use in opposite orders; and
 * calls that make, look at and free communicators. */
#include <mpi.h>

#include "expect_sql.h"

int main(int argc, char** argv) {
    int rank = 0, ranks = 0;
    char text[16] = {0};
    MPI_Comm made[2], grid, row;
    MPI_Request requests[2];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    for (int i = 0; i < 2; ++i) MPI_Comm_idup(MPI_COMM_WORLD, &made[i], &requests[i]);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    if (rank == 0)
        for (int i = 0; i < 2; ++i) MPI_Send(text, 8 + 8 * i, MPI_CHAR, 1, 5, made[i]);
    if (rank == 1)
        for (int i = 1; i >= 0; --i)
            MPI_Recv(text, 8 + 8 * i, MPI_CHAR, 0, 5, made[i], MPI_STATUS_IGNORE);
    const int sizes[2] = {ranks / 2, 2}, periods[2] = {1, 1}, keep[2] = {0, 1};
    int place[2], from = 0, to = 0;
    MPI_Cart_create(MPI_COMM_WORLD, 2, sizes, periods, 0, &grid);
    MPI_Cart_coords(grid, rank, 2, place);
    MPI_Cart_shift(grid, 0, 1, &from, &to);
    MPI_Cart_sub(grid, keep, &row);
    MPI_Comm_free(&row);
    MPI_Comm_free(&grid);
    for (int i = 0; i < 2; ++i) MPI_Comm_free(&made[i]);
    MPI_Finalize();
    char path[64];
    snprintf(path, sizeof path, "rank[%d].main", rank);
    EXPECT(path, "MPI_Init", 1, 0);
    EXPECT(path, "MPI_Comm_idup", 2, 0);
    EXPECT(path, "MPI_Waitall", 1, 0);
    if (rank == 0) EXPECT(path, "MPI_Send", 2, 24);
    if (rank == 1) EXPECT(path, "MPI_Recv", 2, 24);
    EXPECT(path, "MPI_Cart_create", 1, 0);
    EXPECT(path, "MPI_Cart_coords", 1, 0);
    EXPECT(path, "MPI_Cart_shift", 1, 0);
    EXPECT(path, "MPI_Cart_sub", 1, 0);
    EXPECT(path, "MPI_Comm_free", 4, 0);
    EXPECT(path, "MPI_Finalize", 1, 0);
    if (rank == 0)
        ASK("8,16",
            "SELECT group_concat(bytes) FROM (SELECT bytes FROM messages WHERE tag = 5 "
            "ORDER BY send_start_ns)");
    return 0;
}
