/* SPDX-License-Identifier: Apache-2.0 */
/* MPI-IO: every rank writes its part together with the others, rank 3 late, and reads it back
 * alone. */
#include <mpi.h>
#include <stdlib.h>
#include <unistd.h>

#include "expect_sql.h"

enum { BYTES = 4096, LATE_US = 100000 };

int main(int argc, char** argv) {
    int rank = 0, size = 0;
    static char part[BYTES];
    char name[] = "/tmp/tapestry_files_XXXXXX";
    MPI_File file;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank == 0) close(mkstemp(name));
    MPI_Bcast(name, sizeof name, MPI_CHAR, 0, MPI_COMM_WORLD);
    MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_RDWR, MPI_INFO_NULL, &file);
    if (rank == 3) usleep(LATE_US);
    MPI_File_set_size(file, (MPI_Offset)size * BYTES);
    MPI_File_write_at_all(file, rank * BYTES, part, BYTES, MPI_CHAR, MPI_STATUS_IGNORE);
    /* Another rank may be the one that writes it. */
    MPI_File_sync(file);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_sync(file);
    MPI_File_read_at(file, rank * BYTES, part, BYTES / 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
    MPI_File_close(&file);
    if (rank == 0) unlink(name);
    MPI_Finalize();
    char path[64];
    snprintf(path, sizeof path, "rank[%d].main", rank);
    EXPECT(path, "MPI_Init", 1, 0);
    EXPECT(path, "MPI_Bcast", 1, rank == 0 ? sizeof name : 0);
    EXPECT(path, "MPI_File_open", 1, 0);
    EXPECT(path, "MPI_File_set_size", 1, 0);
    EXPECT(path, "MPI_File_write_at_all", 1, BYTES);
    EXPECT(path, "MPI_File_read_at", 1, BYTES);
    EXPECT(path, "MPI_File_sync", 2, 0);
    EXPECT(path, "MPI_Barrier", 1, 0);
    EXPECT(path, "MPI_File_close", 1, 0);
    EXPECT(path, "MPI_Finalize", 1, 0);
    if (rank == 0)
        ASK("rank[3].main",
            "SELECT cause FROM host_waits WHERE path = 'rank[0].main' AND call = "
            "'MPI_File_set_size' ORDER BY wait_ns DESC LIMIT 1");
    return 0;
}
