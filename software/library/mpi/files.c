/* SPDX-License-Identifier: Apache-2.0 */
/* Files. A file has calls of its own on the members of the communicator that opened it, so that
 * ranks which wait for each other in a collective call are known. */
#include <pthread.h>
#include <stdlib.h>

#include "shim.h"

struct open_file {
    MPI_File handle;
    struct shim_comm* comm;
    struct open_file* next;
};
static struct open_file* files;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void remember_file(MPI_File handle, MPI_Comm comm) {
    struct open_file* f = tapestry_is_recording() ? malloc(sizeof *f) : NULL;
    if (!f) return;
    pthread_mutex_lock(&lock);
    *f = (struct open_file){handle, shim_copy(shim_comm(comm)), files};
    files = f;
    pthread_mutex_unlock(&lock);
}

/* The caller releases it. */
static struct shim_comm* file_comm(MPI_File handle, int forget) {
    struct shim_comm* comm = NULL;
    pthread_mutex_lock(&lock);
    struct open_file** at = &files;
    while (*at && (*at)->handle != handle) at = &(*at)->next;
    struct open_file* found = *at;
    if (found) comm = forget ? found->comm : shim_keep(found->comm);
    if (found && forget) {
        *at = found->next;
        free(found);
    }
    pthread_mutex_unlock(&lock);
    return comm;
}

static void note_together(const struct shim_call* call, MPI_File file, uint64_t bytes) {
    struct shim_comm* comm = file_comm(file, 0);
    if (comm) shim_note_collective(call, comm, TAPESTRY_FENCE, -1, bytes);
    shim_release(comm);
}
static void note_alone(const struct shim_call* call, MPI_File file, uint64_t bytes) {
    (void)call, (void)file, (void)bytes;
}

SHIM int MPI_File_open(MPI_Comm comm, const char* name, int mode, MPI_Info info, MPI_File* made) {
    SHIM_STATE(MPI_File_open, TAPESTRY_OVERHEAD);
    struct shim_call call = shim_enter(&MPI_File_open_state);
    const int status = PMPI_File_open(comm, name, mode, info, made);
    shim_leave(&call, 0);
    if (status != MPI_SUCCESS) return status;
    shim_note_collective(&call, shim_comm(comm), TAPESTRY_FENCE, -1, 0);
    remember_file(*made, comm);
    return status;
}

SHIM int MPI_File_close(MPI_File* file) {
    SHIM_STATE(MPI_File_close, TAPESTRY_OVERHEAD);
    struct shim_comm* comm = file_comm(*file, 1);
    struct shim_call call = shim_enter(&MPI_File_close_state);
    const int status = PMPI_File_close(file);
    shim_leave(&call, 0);
    if (status == MPI_SUCCESS && comm) shim_note_collective(&call, comm, TAPESTRY_FENCE, -1, 0);
    shim_release(comm);
    return status;
}

#define SETS(name, noting, parameters, arguments)          \
    SHIM int name parameters {                             \
        SHIM_STATE(name, TAPESTRY_OVERHEAD);               \
        struct shim_call call = shim_enter(&name##_state); \
        const int status = P##name arguments;              \
        shim_leave(&call, 0);                              \
        if (status == MPI_SUCCESS) noting(&call, file, 0); \
        return status;                                     \
    }
SETS(MPI_File_set_view, note_together,
     (MPI_File file, MPI_Offset at, MPI_Datatype unit, MPI_Datatype type, const char* form,
      MPI_Info info),
     (file, at, unit, type, form, info))
SETS(MPI_File_set_size, note_together, (MPI_File file, MPI_Offset size), (file, size))
SETS(MPI_File_preallocate, note_together, (MPI_File file, MPI_Offset size), (file, size))
SETS(MPI_File_sync, note_together, (MPI_File file), (file))
SETS(MPI_File_seek, note_alone, (MPI_File file, MPI_Offset at, int from), (file, at, from))
SETS(MPI_File_seek_shared, note_together, (MPI_File file, MPI_Offset at, int from),
     (file, at, from))

/* The names that file_calls.h makes are expanded first. Bytes of a write are those that were given,
 * of a read those that came. */
#define MOVES_(name, reads, noting, parameters, arguments)                               \
    SHIM int name parameters {                                                           \
        SHIM_STATE(name, TAPESTRY_TRANSFER);                                             \
        MPI_Status own, *got = wanted == MPI_STATUS_IGNORE ? &own : wanted;              \
        struct shim_call call = shim_enter(&name##_state);                               \
        const int status = P##name arguments;                                            \
        const uint64_t came = (reads) && status == MPI_SUCCESS ? shim_received(got) : 0; \
        const uint64_t bytes = (reads) ? came : shim_bytes(count, type);                 \
        shim_leave(&call, bytes);                                                        \
        if (status == MPI_SUCCESS) noting(&call, file, bytes);                           \
        return status;                                                                   \
    }
#define MOVES(...) MOVES_(__VA_ARGS__)

/* Begun, and completed by MPI_Wait and its kin, or, of a pair, by the second call. */
#define BEGINS_TO_MOVE_(name, parameters, arguments)       \
    SHIM int name parameters {                             \
        SHIM_STATE(name, TAPESTRY_TRANSFER);               \
        struct shim_call call = shim_enter(&name##_state); \
        const int status = P##name arguments;              \
        shim_leave(&call, shim_bytes(count, type));        \
        return status;                                     \
    }
#define BEGINS_TO_MOVE(...) BEGINS_TO_MOVE_(__VA_ARGS__)
#define ENDS_MOVE(name, buffer_type)                                                    \
    SETS(name, note_together, (MPI_File file, buffer_type buffer, MPI_Status * wanted), \
         (file, buffer, wanted))
ENDS_MOVE(MPI_File_read_all_end, void*)
ENDS_MOVE(MPI_File_read_at_all_end, void*)
ENDS_MOVE(MPI_File_read_ordered_end, void*)
ENDS_MOVE(MPI_File_write_all_end, const void*)
ENDS_MOVE(MPI_File_write_at_all_end, const void*)
ENDS_MOVE(MPI_File_write_ordered_end, const void*)

#define COUNT int
#define SIZED(name) name
#include "file_calls.h"
#if MPI_VERSION >= 4
#undef COUNT
#undef SIZED
#define COUNT MPI_Count
#define SIZED(name) name##_c
#include "file_calls.h"
#endif
