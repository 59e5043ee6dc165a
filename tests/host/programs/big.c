/* SPDX-License-Identifier: Apache-2.0 */
/* One message of more than 2 GiB, from and to memory that is the same few pages again and again. */
#define _GNU_SOURCE
#include <mpi.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

#include "expect_sql.h"

#define MIB ((size_t)1 << 20)
#define PAGES (32 * MIB)
#define BYTES (2112 * MIB)

static char* room(void) {
    const int file = memfd_create("room", 0);
    if (file < 0 || ftruncate(file, PAGES) != 0) return NULL;
    char* all = mmap(NULL, BYTES, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    for (size_t at = 0; all != MAP_FAILED && at < BYTES; at += PAGES)
        mmap(all + at, PAGES, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, file, 0);
    return all == MAP_FAILED ? NULL : all;
}

int main(int argc, char** argv) {
    int rank = 0;
    MPI_Datatype mib;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Type_contiguous(MIB, MPI_CHAR, &mib);
    MPI_Type_commit(&mib);
    char* bytes = rank < 2 ? room() : NULL;
    if (rank == 0) MPI_Send(bytes, BYTES / MIB, mib, 1, 5, MPI_COMM_WORLD);
    if (rank == 1) MPI_Recv(bytes, BYTES / MIB, mib, 0, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Finalize();
    char path[64];
    snprintf(path, sizeof path, "rank[%d].main", rank);
    EXPECT(path, "MPI_Init", 1, 0);
    if (rank == 0) EXPECT(path, "MPI_Send", 1, BYTES);
    if (rank == 1) EXPECT(path, "MPI_Recv", 1, BYTES);
    EXPECT(path, "MPI_Finalize", 1, 0);
    if (rank == 0) ASK("2214592512", "SELECT bytes FROM messages WHERE tag = 5");
    return 0;
}
